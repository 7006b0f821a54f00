import type { INodeParameters } from 'n8n-workflow';

import type { ChannelType } from '../../../nodes/ChannelMessaging/client/channel';
import type { Contact, Service } from '../service';

/** A call as the service receives it; on Viber its path may be another. */
interface RunCall {
	readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	readonly path: string;
	readonly viberPath?: string;
	readonly body?: object;
}

/** One run of an operation: what the node is given, the calls that result, what comes out. */
export interface OperationRun {
	/** No expressions: the editor types these, and unit tests read them as they are. */
	readonly parameters: INodeParameters;
	readonly calls: readonly RunCall[];
	/** Whether it waits for an answer, of which the output tells. Its message holds a link. */
	readonly waits?: true;
	/** The json of the output items. */
	readonly output: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

/** The contact of all runs. Its ID in Base64 ends with padding, which paths must encode. */
const ana: Contact = {
	id: '3627073941',
	custom_fields: {
		firstName: 'Ana',
		lastName: 'Souto',
		locale: 'gl_ES',
		timezone: '1',
		gender: 'female',
		phone: '+15550109001',
		email: 'ana@mail.example',
		customerid: 'C-1',
	},
	tags: ['customer'],
	created_at: 1_704_704_400,
};
const base64 = 'MzYyNzA3Mzk0MQ%3D%3D';

const byId = { contactId: { __rl: true, mode: 'id', value: ana.id } };
const byPhone = {
	fieldName: { __rl: true, mode: 'list', value: 'phone' },
	fieldValue: '+15550109001',
};
const search: RunCall = {
	method: 'GET',
	path: '/v1/contact/by_custom_field?name=phone&value=%2B15550109001',
};
const tags = { tags: { tag: [{ name: 'new' }, { name: 'vip' }] } };

/** A row of custom fields, with its name from the editor's list. */
const row = (name: string, value: string): INodeParameters => ({
	customFields: { field: [{ name: { __rl: true, mode: 'list', value: name }, value }] },
});

/**
 * A run of each operation, by `resource/operation`. Unit tests, workflows in n8n's engine, the real
 * n8n, the editor and the schemas of outputs read it.
 */
export const operationRuns: Readonly<Record<string, OperationRun>> = {
	'message/send': {
		parameters: { ...byId, messageType: 'text', text: 'Hi\n*🙂*' },
		calls: [
			{
				method: 'POST',
				path: `/v1/message/sendContent/${ana.id}`,
				viberPath: `/v1/message/sendContent/${base64}`,
				body: { body: [{ type: 'text', text: 'Hi\n*🙂*' }] },
			},
		],
		output: [
			{
				status: 'Success',
				message: 'Message Sent',
				content: { type: 'text', text: 'Hi\n*🙂*' },
				contactId: ana.id,
			},
		],
	},
	'message/sendAndWait': {
		parameters: { ...byId, message: 'Shall we?', responseType: 'approval' },
		calls: [
			{
				method: 'POST',
				path: `/v1/message/sendContent/${ana.id}`,
				viberPath: `/v1/message/sendContent/${base64}`,
			},
		],
		waits: true,
		output: [
			{
				data: { approved: true, respondedAt: '2030-01-31T18:00:00.000Z' },
				contactId: ana.id,
			},
		],
	},
	'contact/create': {
		parameters: row('phone', '+15550109002'),
		calls: [
			{
				method: 'POST',
				path: '/v1/contact',
				body: { custom_fields: [{ name: 'phone', value: '+15550109002' }] },
			},
		],
		output: [{ id: 'cus_48120001', contactId: 'cus_48120001' }],
	},
	'contact/get': {
		parameters: byId,
		calls: [{ method: 'GET', path: `/v1/contact/${ana.id}` }],
		output: [{ ...ana, contactId: ana.id }],
	},
	'contact/getAll': {
		parameters: { ...byPhone, returnAll: false, limit: 50 },
		calls: [search],
		output: [{ ...ana, contactId: ana.id }],
	},
	'contact/update': {
		parameters: { ...byId, ...row('email', '') },
		calls: [
			{
				method: 'PUT',
				path: `/v1/contact/${ana.id}`,
				viberPath: `/v1/contact/${base64}`,
				body: { custom_fields: [{ name: 'email', value: '' }] },
			},
		],
		output: [{ id: ana.id, contactId: ana.id }],
	},
	'contact/upsert': {
		parameters: { ...byPhone, ...row('firstName', 'Anna') },
		calls: [
			search,
			{
				method: 'PUT',
				path: `/v1/contact/${ana.id}`,
				viberPath: `/v1/contact/${base64}`,
				body: { custom_fields: [{ name: 'firstName', value: 'Anna' }] },
			},
		],
		output: [{ id: ana.id, contactId: ana.id, action: 'updated' }],
	},
	'contact/addTags': {
		parameters: { ...byId, ...tags },
		calls: [
			{
				method: 'POST',
				path: `/v1/contact/${ana.id}/tags`,
				body: { tags: ['new', 'vip'] },
			},
		],
		output: [
			{
				status: 'success',
				message: 'Contact Tags have been added successfully.',
				tags: ['new', 'vip'],
				contactId: ana.id,
			},
		],
	},
	'contact/removeTags': {
		parameters: { ...byId, ...tags },
		calls: [
			{
				method: 'DELETE',
				path: `/v1/contact/${ana.id}/tags`,
				viberPath: `/v1/contact/${base64}/tags`,
				body: { tags: ['new', 'vip'] },
			},
		],
		output: [
			{
				status: 'success',
				message: 'Contact Tags deleted successfully.',
				tags: ['new', 'vip'],
				contactId: ana.id,
			},
		],
	},
};

/** The operations that end by themselves; the others have tests of their own. */
export const endingOperations = Object.entries(operationRuns)
	.filter(([, { waits }]) => waits !== true)
	.map(([name]) => name);

/** The run of an operation, about a contact that the service knows from now on. */
export function runOn(service: Service, name: string): OperationRun {
	const run = operationRuns[name];
	if (run === undefined) throw new Error(`operationRuns.ts has no run of ${name}`);
	service.contacts.add(ana);
	const [resource = '', operation = ''] = name.split('/');
	return { ...run, parameters: { resource, operation, options: {}, ...run.parameters } };
}

/** The calls of a run as a channel of this type gets them. */
export function callsOf({ calls }: OperationRun, type: ChannelType): readonly object[] {
	return calls.map(({ viberPath, path, ...call }) => ({
		...call,
		path: type === 'viber' ? (viberPath ?? path) : path,
	}));
}

/** The calls that have reached the service, in the same form. */
export function callsMade({ requests }: Service): readonly object[] {
	return requests.map(({ method, path, body }) =>
		body === undefined ? { method, path } : { method, path, body },
	);
}
