import type { NewCredential, StoredCredential } from '../n8n';
import { provideCredential } from './localCredential';

function fakeN8n() {
	const stored: (StoredCredential & NewCredential)[] = [];
	return {
		stored,
		listCredentials: () => Promise.resolve(stored),
		createCredential: (credential: NewCredential) => {
			const created = { id: String(stored.length), ...credential };
			stored.push(created);
			return Promise.resolve(created);
		},
		updateCredential: (id: string, credential: NewCredential) => {
			const updated = { id, ...credential };
			stored[Number(id)] = updated;
			return Promise.resolve(updated);
		},
	};
}

test('at a later start the one credential leads to where the service listens now', async () => {
	const n8n = fakeN8n();
	const first = await provideCredential(n8n, { url: 'http://127.0.0.1:1', token: 'a' });
	const second = await provideCredential(n8n, { url: 'http://127.0.0.1:2', token: 'b' });
	expect(second.id).toBe(first.id);
	expect(n8n.stored).toHaveLength(1);
	expect(n8n.stored[0]?.data).toMatchObject({ baseUrl: 'http://127.0.0.1:2', token: 'b' });
});
