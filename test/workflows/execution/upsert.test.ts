import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useChannel } from '../engine/channel';
import { contactOperation } from '../../support/fixtures/parameters';
import type { NodeInput } from '../engine/runNode';

const channel = useChannel({ contacts: 5 });

async function upsert(items: IDataObject[], settings: NodeInput['settings'] = {}) {
	const parameters = contactOperation('upsert', {
		fieldName: 'phone',
		fieldValue: '={{ $json.phone }}',
		customFields: { field: [{ name: 'city', value: '={{ $json.city }}' }] },
	});
	return await channel.runNode({ parameters, items, settings });
}

const lugo = { phone: '+1', city: 'Lugo' };
const vigo = { phone: '+1', city: 'Vigo' };
const withPhone = (phone: string) => channel.service.contacts.findByField('phone', phone);
const creations = () =>
	channel.service.requests.filter(
		({ method, path }) => method === 'POST' && path === '/v1/contact',
	);

describe('Create or Update', () => {
	it('creates a contact once for two items, and saves the values of the later one', async () => {
		const { items } = await upsert([lugo, { phone: '+2', city: 'Vigo' }, vigo]);

		expect(items.map(({ json }) => json.action)).toEqual(['created', 'created', 'updated']);
		expect(items[2]?.json.id).toBe(items[0]?.json.id);
		expect(withPhone('+1')).toMatchObject([{ custom_fields: vigo }]);
		expect(creations()).toHaveLength(2);
	});
});

describe('Create or Update with only a match value', () => {
	const matchAlone = async (options: IDataObject, ...phones: string[]) =>
		await channel.runNode({
			parameters: contactOperation('upsert', {
				fieldName: { __rl: true, mode: 'list', value: 'phone' },
				fieldValue: '={{ $json.phone }}',
				options: options as INodeParameters,
			}),
			items: phones.map((phone) => ({ phone })),
		});

	it('creates a missing contact, and does not change an existing one', async () => {
		const { items } = await matchAlone({}, '+34600000001', '+34600000001');

		expect(items.map(({ json }) => json.action)).toEqual(['created', 'unchanged']);
		expect(items[1]?.json.id).toBe(items[0]?.json.id);
		expect(withPhone('+34600000001')).toMatchObject([{ custom_fields: { phone: '+34600000001' } }]);
		expect(channel.service.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
	});

	it('adds tags to an existing contact and returns the action updated', async () => {
		const { items } = await matchAlone({ tags: 'lead, vip' }, '+1', '+1');

		expect(items.map(({ json }) => json.action)).toEqual(['created', 'updated']);
		expect(withPhone('+1')).toMatchObject([{ tags: ['lead', 'vip'] }]);
	});
});

it('the next attempt of Create or Update (Retry On Fail) finds the contact that a lost request created', async () => {
	const fault = { kind: 'connectionLost', when: 'afterEffect' } as const;
	channel.service.faults.add({ match: { method: 'POST', path: /^\/v1\/contact$/ }, fault });

	const { items } = await upsert([lugo], {
		onError: 'continueRegularOutput',
		retryOnFail: true,
		maxTries: 2,
		waitBetweenTries: 1,
	});

	expect(creations()).toHaveLength(1);
	expect(items[0]?.json).toMatchObject({ id: withPhone('+1')[0]?.id, action: 'updated' });
});

it("two executions of Create or Update create one contact even if the service's search doesn't return it yet", async () => {
	const emptyPage = JSON.stringify({ data: [] });
	channel.service.faults.add({
		match: { path: /by_custom_field/ },
		times: null,
		fault: { kind: 'response', status: 200, contentType: 'application/json', body: emptyPage },
	});

	await upsert([lugo]);
	await upsert([vigo]);

	expect(creations()).toHaveLength(1);
	expect(withPhone('+1')).toMatchObject([{ custom_fields: vigo }]);
});
