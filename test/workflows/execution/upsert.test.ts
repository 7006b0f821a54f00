import type { IDataObject } from 'n8n-workflow';

import { createdId } from '../../support/service';
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

it('Create or Update creates one contact for two items and saves the values of the last item', async () => {
	const { items } = await upsert([lugo, { phone: '+2', city: 'Vigo' }, vigo]);

	expect(items.map(({ json }) => json.action)).toEqual(['created', 'created', 'updated']);
	const [contact] = withPhone('+1');
	expect(items[0]?.json.id).toBe(createdId(contact?.id ?? ''));
	expect(items[2]?.json.id).toBe(contact?.id);
	expect(withPhone('+1')).toMatchObject([{ custom_fields: vigo }]);
	expect(creations()).toHaveLength(2);
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

it('Create or Update does not change a contact that got another phone number in the meantime', async () => {
	await upsert([lugo]);
	const [ana] = withPhone('+1');
	channel.service.contacts.update(ana?.id ?? '', [{ name: 'phone', value: '+2' }]);

	const { items } = await upsert([vigo]);

	expect(items[0]?.json.action).toBe('created');
	expect(withPhone('+2')).toMatchObject([{ custom_fields: { city: 'Lugo' } }]);
	expect(withPhone('+1')).toMatchObject([{ custom_fields: vigo }]);
});
