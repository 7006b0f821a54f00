import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { operations as table } from '../../nodes/ChannelMessaging/operations';
import { contactOperation, onContact, sendText } from '../running/parameters';
import { theRunning } from '../running/running';
import { runFlow } from '../running/workflow';
import type { Contact } from '../service';

/** One run of an operation: what the node is given, the calls that result, what comes out. */
interface Run {
	readonly parameters: INodeParameters;
	readonly item?: IDataObject;
	readonly calls: readonly (readonly [method: string, path: string, body?: object])[];
	/** The json of the output items. */
	readonly output: readonly object[];
}

const fields = (...field: INodeParameters[]) => ({ customFields: { field } });
const tags = { tags: { tag: [{ name: 'new' }, { name: '={{ $json.tag }}' }] } };
const search = '/v1/contact/by_custom_field?name=phone&value=';
const byPhone = { fieldName: 'phone', fieldValue: '={{ $json.phone }}' };

/** A run of each operation, on the first contact of the service. */
const runs: Readonly<Record<string, (contact: Contact) => Run>> = {
	'message/send': ({ id }) => ({
		parameters: sendText,
		item: { contactId: id, text: 'Hi\n*🙂*' },
		calls: [
			['POST', `/v1/message/sendContent/${id}`, { body: [{ type: 'text', text: 'Hi\n*🙂*' }] }],
		],
		output: [{ status: 'Success', message: 'Message Sent', data: [] }],
	}),
	'contact/create': () => ({
		parameters: contactOperation('create', fields({ name: 'phone', value: '={{ $json.phone }}' })),
		item: { phone: 15550109002 },
		calls: [['POST', '/v1/contact', { custom_fields: [{ name: 'phone', value: '15550109002' }] }]],
		output: [{ id: expect.stringMatching(/^cus_\d+$/) as string }],
	}),
	'contact/get': (contact) => ({
		parameters: onContact('get'),
		item: { contactId: contact.id },
		calls: [['GET', `/v1/contact/${contact.id}`]],
		output: [contact],
	}),
	'contact/getAll': (contact) => ({
		parameters: contactOperation('getAll', { ...byPhone, returnAll: true }),
		item: { phone: contact.custom_fields['phone'] },
		calls: [['GET', search + encodeURIComponent(contact.custom_fields['phone'] ?? '')]],
		output: [contact],
	}),
	'contact/update': ({ id }) => ({
		parameters: onContact('update', fields({ name: 'email', value: '' })),
		item: { contactId: id },
		calls: [['PUT', `/v1/contact/${id}`, { custom_fields: [{ name: 'email', value: '' }] }]],
		output: [{ id }],
	}),
	'contact/upsert': ({ id, custom_fields: { phone = '' } }) => ({
		parameters: contactOperation('upsert', {
			...byPhone,
			...fields({ name: 'city', value: 'Lugo' }),
		}),
		item: { phone },
		calls: [
			['GET', search + encodeURIComponent(phone)],
			['PUT', `/v1/contact/${id}`, { custom_fields: [{ name: 'city', value: 'Lugo' }] }],
		],
		output: [{ id, action: 'updated' }],
	}),
	'contact/addTags': ({ id }) => ({
		parameters: onContact('addTags', tags),
		item: { contactId: id, tag: 'vip' },
		calls: [['POST', `/v1/contact/${id}/tags`, { tags: ['new', 'vip'] }]],
		output: [
			{ status: 'success', message: 'Contact Tags have been added successfully.', data: [] },
		],
	}),
	'contact/removeTags': ({ id }) => ({
		parameters: onContact('removeTags', tags),
		item: { contactId: id, tag: 'vip' },
		calls: [['DELETE', `/v1/contact/${id}/tags`, { tags: ['new', 'vip'] }]],
		output: [{ status: 'success', message: 'Contact Tags deleted successfully.', data: [] }],
	}),
};

/** Every operation once, as a user's workflow has it. */
export function operations(): void {
	test('every operation is run here', () => {
		const names = table.map(({ resource, value }) => `${resource}/${value}`);
		expect(Object.keys(runs).sort()).toEqual(names.sort());
	});

	test.each(Object.entries(runs))('%s', async (_, runOn) => {
		const { service } = theRunning();
		const [contact] = service.contacts.all();
		if (contact === undefined) throw new Error('The service has no contact');
		const { calls, item = {}, output, parameters } = runOn({ ...contact });

		const { node } = await runFlow({ parameters, items: [item] });

		expect(node.outputs).toEqual([output.map((json) => ({ json, pairedItem: { item: 0 } }))]);
		expect(
			service.calls.map(({ method, path, body }) =>
				body === undefined ? [method, path] : [method, path, body],
			),
		).toEqual(calls);
	});
}
