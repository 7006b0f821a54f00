import type { INodeParameters } from 'n8n-workflow';
import type { Contact } from '../service';
import { contactOperation, onContact, sendText } from './parameters';
import { theRunning } from './running';

/** One run of an operation: what the node is given, the calls that result, what comes out. */
export interface OperationRun {
	readonly parameters: INodeParameters;
	readonly item?: Readonly<Record<string, number | string>>;
	readonly calls: readonly (readonly [method: string, path: string, body?: object])[];
	/** The json of the output items. */
	readonly output: readonly object[];
}

const fields = (...field: INodeParameters[]) => ({ customFields: { field } });
const tags = { tags: { tag: [{ name: 'new' }, { name: '={{ $json.tag }}' }] } };
const search = '/v1/contact/by_custom_field?name=phone&value=';
const byPhone = { fieldName: 'phone', fieldValue: '={{ $json.phone }}' };

/**
 * A run of each operation on a contact: for n8n as a workflow has it, for the editor as a user fills
 * it in.
 */
export const operationRuns: Readonly<Record<string, (contact: Contact) => OperationRun>> = {
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
	'contact/getAll': (contact) => {
		const { phone = '' } = contact.custom_fields;
		return {
			parameters: contactOperation('getAll', { ...byPhone, returnAll: true }),
			item: { phone },
			calls: [['GET', search + encodeURIComponent(phone)]],
			output: [contact],
		};
	},
	'contact/update': ({ id }) => ({
		parameters: onContact('update', fields({ name: 'email', value: '' })),
		item: { contactId: id },
		calls: [['PUT', `/v1/contact/${id}`, { custom_fields: [{ name: 'email', value: '' }] }]],
		output: [{ id }],
	}),
	'contact/upsert': ({ id, custom_fields: { phone = '' } }) => ({
		parameters: contactOperation('upsert', {
			...byPhone,
			...fields({ name: 'firstName', value: 'Ana' }),
		}),
		item: { phone },
		calls: [
			['GET', search + encodeURIComponent(phone)],
			['PUT', `/v1/contact/${id}`, { custom_fields: [{ name: 'firstName', value: 'Ana' }] }],
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

/** The run of an operation on the first contact that the service has. */
export function runOf(operation: string): OperationRun {
	const [contact] = theRunning().service.contacts.all();
	const run = operationRuns[operation];
	if (contact === undefined || run === undefined) throw new Error(`No run of ${operation}`);
	return run({ ...contact });
}

/** The calls that have reached the service, in the form of the table. */
export function callsMade(): readonly unknown[] {
	return theRunning().service.calls.map(({ method, path, body }) =>
		body === undefined ? [method, path] : [method, path, body],
	);
}
