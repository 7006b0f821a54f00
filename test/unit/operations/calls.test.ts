import { createChannel } from '../../../nodes/ChannelMessaging/api/channel';
import { answeringService } from '../api/answeringService';
import { apiResponse } from '../api/apiResponse';
import { givenParameters } from '../parameters/givenParameters';
import { operationNamed } from './operationNamed';
import { performPrepared } from './performPrepared';

const contactId = { __rl: true, mode: 'id', value: 'a/7' };
const customFields = { field: [{ name: 'phone', value: '' }] };
const tags = { tag: [{ name: 'vip' }, { name: 'new' }] };
const contact = { id: 'cus_7', tags: ['vip'] };
const envelope = { status: 'success', message: 'Done.', data: [] };

interface Row {
	operation: [resource: string, value: string];
	given: Record<string, unknown>;
	call: { method: string; path: string; query?: object; body?: object };
	answer: object;
	/** One output item for each. */
	output: object[];
}

const rows: [Row, ...Row[]] = [
	{
		operation: ['message', 'send'],
		given: { contactId, messageType: 'text', text: 'Hello', url: 'left over' },
		call: {
			method: 'POST',
			path: '/v1/message/sendContent/a%2F7',
			body: { body: [{ type: 'text', text: 'Hello' }] },
		},
		answer: envelope,
		output: [envelope],
	},
	{
		operation: ['message', 'send'],
		given: {
			contactId,
			messageType: 'quickReply',
			title: 'A table?',
			replies: { reply: [{ text: 'Yes' }, { text: 'No' }] },
			options: { forceCancelSurvey: true },
		},
		call: {
			method: 'POST',
			path: '/v1/message/sendContent/a%2F7',
			body: {
				body: [{ type: 'quick_reply', title: 'A table?', replies: ['Yes', 'No'] }],
				forceCancelSurvey: true,
			},
		},
		answer: envelope,
		output: [envelope],
	},
	{
		operation: ['contact', 'create'],
		given: { customFields },
		call: {
			method: 'POST',
			path: '/v1/contact',
			body: { custom_fields: [{ name: 'phone', value: '' }] },
		},
		answer: { data: { id: 'cus_7' } },
		output: [{ id: 'cus_7' }],
	},
	{
		operation: ['contact', 'get'],
		given: { contactId },
		call: { method: 'GET', path: '/v1/contact/a%2F7' },
		answer: { data: contact },
		output: [contact],
	},
	{
		operation: ['contact', 'getAll'],
		given: { fieldName: 'city', fieldValue: 'Lugo', returnAll: false, limit: 2 },
		call: {
			method: 'GET',
			path: '/v1/contact/by_custom_field',
			query: { name: 'city', value: 'Lugo' },
		},
		answer: { data: [{ id: '1' }, { id: '2' }, { id: '3' }], meta: { last_page: 9 } },
		output: [{ id: '1' }, { id: '2' }],
	},
	{
		operation: ['contact', 'update'],
		given: { contactId, customFields },
		call: {
			method: 'PUT',
			path: '/v1/contact/a%2F7',
			body: { custom_fields: [{ name: 'phone', value: '' }] },
		},
		answer: { data: { id: 'a/7' } },
		output: [{ id: 'a/7' }],
	},
	{
		operation: ['contact', 'addTags'],
		given: { contactId, tags },
		call: { method: 'POST', path: '/v1/contact/a%2F7/tags', body: { tags: ['vip', 'new'] } },
		answer: envelope,
		output: [envelope],
	},
	{
		operation: ['contact', 'removeTags'],
		given: { contactId, tags },
		call: { method: 'DELETE', path: '/v1/contact/a%2F7/tags', body: { tags: ['vip', 'new'] } },
		answer: envelope,
		output: [envelope],
	},
];

describe('from parameters to output', () => {
	it.each(rows)('$operation makes $call.method $call.path', async (row) => {
		const { place, calls } = answeringService(apiResponse(row.answer));
		const prepared = operationNamed(...row.operation).prepare(givenParameters(row.given));
		expect(await performPrepared(prepared, createChannel(place, 'other'))).toEqual(row.output);
		expect(calls).toHaveLength(1);
		const [{ method, path, query, body } = {}] = calls;
		expect({ method, path, query, body }).toEqual(row.call);
	});

	it.each(rows)('$operation knows its contact, where it has one', (row) => {
		const prepared = operationNamed(...row.operation).prepare(givenParameters(row.given));
		const { kind } = prepared;
		expect(kind === 'forContact' ? prepared.contact : kind).toEqual(
			'contactId' in row.given ? { kind: 'id', contactId: 'a/7' } : 'forNobody',
		);
	});

	it('a message is sent once for the key that the options give', () => {
		const [{ operation, given }] = rows;
		const options = { sendOnceKey: 'order-17' };
		const prepared = operationNamed(...operation).prepare(givenParameters({ ...given, options }));
		expect(prepared.settings).toMatchObject({ idempotencyKey: 'order-17' });
	});

	it.each(rows)('$operation is made as the options say', ({ operation, given }) => {
		const options = { timeout: 5, resendWhenUnsure: true };
		const prepared = operationNamed(...operation).prepare(givenParameters({ ...given, options }));
		// Only what must not be done twice can be asked to be done again.
		const mayBeDoneTwice = !['send', 'create'].includes(operation[1]);
		expect(prepared.settings).toEqual({ timeout: 5_000, resendWhenUnsure: !mayBeDoneTwice });
	});
});
