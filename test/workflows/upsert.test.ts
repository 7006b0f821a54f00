import type { IDataObject } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation } from '../support/running/parameters';
import type { NodeRun } from './engine/runNode';

const channel = useChannel({ contacts: 5 });

const again = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const onError = 'continueRegularOutput';
const creation = { method: 'POST', path: /^\/v1\/contact$/ } as const;

async function upsert(items: IDataObject[], settings: NodeRun['settings'] = {}) {
	const parameters = contactOperation('upsert', {
		fieldName: 'phone',
		fieldValue: '={{ $json.phone }}',
		customFields: { field: [{ name: 'city', value: '={{ $json.city }}' }] },
	});
	return await channel.run({ parameters, items, settings });
}

const lugo = { phone: '+1', city: 'Lugo' };
const vigo = { phone: '+1', city: 'Vigo' };
const withPhone = (phone: string) => channel.service.contacts.withField('phone', phone);
const creations = () =>
	channel.service.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/contact');

describe('Create or Update', () => {
	it('creates a contact once that two items ask for, and lets the later one win', async () => {
		const { items } = await upsert([lugo, { phone: '+2', city: 'Vigo' }, vigo]);

		expect(items.map(({ json }) => json.action)).toEqual(['created', 'created', 'updated']);
		expect(items[2]?.json.id).toBe(items[0]?.json.id);
		expect(withPhone('+1')).toMatchObject([{ custom_fields: vigo }]);
		expect(creations()).toHaveLength(2);
	});

	it('does not create again in a further try what it had created', async () => {
		channel.service.faults.add({
			match: { ...creation, nth: 2 },
			fault: { kind: 'status', status: 403, message: 'No' },
			times: 1,
		});

		const { items } = await upsert([lugo, { phone: '+2', city: 'Vigo' }], again);

		expect(items.map(({ json }) => json.action)).toEqual(['created', 'created']);
		expect(withPhone('+1')).toHaveLength(1);
		expect(withPhone('+2')).toHaveLength(1);
		expect(creations()).toHaveLength(3);
	});
});

describe('Create or Update, when the answer to a creation gets lost', () => {
	beforeEach(() => {
		const fault = { kind: 'connectionLost', when: 'afterEffect' } as const;
		channel.service.faults.add({ match: creation, fault });
	});

	it('creates nobody twice for a further item of the same contact', async () => {
		const { items } = await upsert([lugo, vigo], { onError });

		expect(creations()).toHaveLength(1);
		expect(items[0]?.json.error).toMatchObject({ outcome: 'unknown' });
		expect(items[1]?.json).toMatchObject({ action: 'updated' });
	});

	it('finds out by itself in a further try of n8n whether it had been created', async () => {
		const { items } = await upsert([lugo], { onError, ...again });

		expect(creations()).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({ id: withPhone('+1')[0]?.id, action: 'updated' });
	});
});
