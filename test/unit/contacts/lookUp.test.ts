import { ContactMemory } from '../../../nodes/ChannelMessaging/contacts/contactMemory';
import { lookUp } from '../../../nodes/ChannelMessaging/contacts/lookUp';
import { apiErrorOf } from '../api/apiErrorOf';

const reference = { kind: 'customField', name: 'email', value: 'ana@example.com' } as const;

function serviceWith(ids: string[]) {
	let searches = 0;
	return {
		searches: () => searches,
		findContacts: async () => {
			searches += 1;
			return await Promise.resolve({
				contacts: ids.map((id) => ({ id })),
				size: 0,
				hasNext: false,
			});
		},
	};
}

describe('looking a contact up', () => {
	it('asks the service once in a run', async () => {
		const service = serviceWith(['7']);
		const memory = new ContactMemory();
		expect(await lookUp(service, reference, memory)).toBe('7');
		expect(await lookUp(service, reference, memory)).toBe('7');
		expect(service.searches()).toBe(1);
	});

	it('says so where there is nobody, and looks again when asked again', async () => {
		const service = serviceWith([]);
		const memory = new ContactMemory();
		for (const searches of [1, 2]) {
			const failure = await apiErrorOf(lookUp(service, reference, memory));
			expect(failure.details).toEqual({
				reason: 'contactNotFound',
				outcome: 'notDone',
				searched: { name: 'email', value: 'ana@example.com' },
			});
			expect(service.searches()).toBe(searches);
		}
	});
});
