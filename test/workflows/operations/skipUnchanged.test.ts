import type { INodeParameters } from 'n8n-workflow';

import { contactOperation } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ contacts: 0 });

const phone = '+15550100001';
const rows = (fields: Readonly<Record<string, string>>) => ({
	field: Object.entries(fields).map(([name, value]) => ({ name, value })),
});

/** Returns the action of *Create or Update*, and the methods of its requests. */
async function sync(fields: Readonly<Record<string, string>>, options: INodeParameters = {}) {
	const { service } = channel;
	const before = service.requests.length;
	const { items } = await channel.runNode({
		parameters: contactOperation('upsert', {
			...{ fieldName: 'phone', fieldValue: phone, customFields: rows(fields) },
			options: { skipUnchanged: true, ...options },
		}),
	});
	const methods = service.requests.slice(before).map(({ method }) => method);
	return [items[0]?.json.action, ...methods];
}

/** Adds a contact without the node. */
function addContact(city: string, tags: string[]) {
	const id = '7';
	channel.service.contacts.add({ id, custom_fields: { phone, city }, tags, created_at: 1 });
}

it('Skip Unchanged sends only a search if the contact has all values and tags', async () => {
	addContact('Lugo', ['vip']);

	expect(await sync({ city: 'Lugo' }, { tags: 'vip' })).toEqual(['unchanged', 'GET']);
	expect(await sync({ city: 'Lugo' }, { skipUnchanged: false })).toEqual(['updated', 'GET', 'PUT']);
});

it.each<[string, INodeParameters]>([
	['update', { contactId: 'cus_7', customFields: rows({ city: 'Lugo' }) }],
	['addTags', { contactId: 'cus_7', specifyTags: 'list', tagList: 'vip' }],
	['removeTags', { contactId: 'cus_7', specifyTags: 'list', tagList: 'vip' }],
])(
	'with Skip Unchanged, a contact that %s has just changed is saved',
	async (operation, parameters) => {
		addContact('Lugo', []);
		await channel.runNode({ parameters: contactOperation(operation, parameters) });

		expect(await sync({ city: 'Lugo' })).toEqual(['updated', 'GET', 'PUT']);
	},
);

it('with Skip Unchanged, a contact that Create has just created is saved', async () => {
	const customFields = rows({ phone, city: 'Lugo' });
	await channel.runNode({ parameters: contactOperation('create', { customFields }) });

	expect(await sync({ city: 'Lugo' })).toEqual(['updated', 'GET', 'PUT']);
});

it('with Skip Unchanged, a contact that Create or Update has just changed is saved', async () => {
	addContact('Vigo', []);

	expect(await sync({ city: 'Lugo' })).toEqual(['updated', 'GET', 'PUT']);
	expect(await sync({ city: 'Lugo' })).toEqual(['updated', 'GET', 'PUT']);
});
