import fc from 'fast-check';

import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import type { Channel } from '../../../nodes/ChannelMessaging/client/channel';
import type { ApiResponse } from '../../../nodes/ChannelMessaging/client/apiResponse';
import { apiErrorWith } from './apiErrorWith';
import { apiResponse, textResponse } from './apiResponse';
import { type Result, testChannel } from './testChannel';

// `test/unit/operations` checks the methods, paths, and bodies of all requests.

const channelWith = (result: Result) => testChannel('other', result).channel;

const message = { content: { type: 'text', text: 'Hello' }, forceCancelSurvey: false } as const;
const assignments = [{ name: 'phone', value: '1' }];

type Method = readonly [name: keyof Channel, call: (channel: Channel) => Promise<unknown>];

const sendMessage: Method = ['sendMessage', (channel) => channel.sendMessage('7', message)];
const createContact: Method = ['createContact', (channel) => channel.createContact(assignments)];
const updateContact: Method = [
	'updateContact',
	(channel) => channel.updateContact('7', assignments),
];
const getContact: Method = ['getContact', (channel) => channel.getContact('7')];
const findContacts: Method = ['findContacts', (channel) => channel.findContacts('phone', '1', 1)];
const changes: readonly Method[] = [
	updateContact,
	['addTags', (channel) => channel.addTags('7', ['vip'])],
	['removeTags', (channel) => channel.removeTags('7', ['vip'])],
];
const truncated = apiErrorWith('connectionLost', 'unknown');

describe('an unknown contact', () => {
	/** Returns the reason and the contact ID of the error after an unsuccessful response. */
	async function errorAfter(status: number, serviceMessage: string | undefined, [, call]: Method) {
		const isFault = status === 500;
		const error = apiErrorWith(
			isFault ? 'serverFault' : 'rejected',
			isFault ? 'unknown' : 'notDone',
			{ status, ...(serviceMessage !== undefined && { serviceMessage }) },
		);
		const thrown = await call(channelWith(error)).catch((cause: unknown) => cause);
		return thrown instanceof ApiError ? [thrown.reason, thrown.details.contactId] : [];
	}

	it.each([
		[403, 'Contact not found.', 'contactNotFound'],
		[400, 'contact not found', 'contactNotFound'],
		[404, 'Not Found', 'contactNotFound'],
		[403, 'The contact has blocked the channel', 'rejected'],
		[404, undefined, 'rejected'],
		[500, 'Contact not found.', 'serverFault'],
	])('is recognized from status %d with the message %j: %s', async (status, text, reason) => {
		expect(await errorAfter(status, text, getContact)).toContain(reason);
	});

	it('is reported by all methods with a contact in their path', async () => {
		for (const method of [sendMessage, getContact, ...changes]) {
			expect(await errorAfter(404, 'Not Found', method)).toEqual(['contactNotFound', '7']);
		}
		for (const method of [createContact, findContacts]) {
			expect(await errorAfter(404, 'Not Found', method)).toEqual(['rejected', undefined]);
		}
	});
});

const created = { id: 'cus_7', more: 1 };
const contact = { id: '7', custom_fields: { a: '1' }, tags: [], created_at: 1, extra: null };
const envelope = { status: 'Success', data: ['x'], id: 7 };

/** A result with a documented response. */
const documented = (response: object): unknown => expect.objectContaining({ documented: response });

it.each<[...Method, title: string, body: object, result: unknown]>([
	[...sendMessage, 'the whole response', envelope, documented(envelope)],
	[
		...sendMessage,
		'the response without empty data',
		{ status: 'Success', data: [] },
		documented({ status: 'Success' }),
	],
	[...createContact, 'the data of the response', { data: created }, documented(created)],
	[...updateContact, 'the data of the response', { data: created }, created],
	[...updateContact, 'the whole response if it has no data', created, created],
	[...updateContact, 'the whole response if data is a list', { data: [] }, { data: [] }],
	[...getContact, 'the contact with undocumented fields', { data: contact }, contact],
])('%s returns $2', async (_name, call, _title, body, result) => {
	expect(await call(channelWith(apiResponse(body)))).toEqual(result);
});

it('sendMessage returns the response for a message that was already sent', async () => {
	const channel = channelWith({ ...apiResponse({ status: 'skipped' }), skipped: true });
	expect(await sendMessage[1](channel)).toMatchObject({ documented: { status: 'skipped' } });
});

const incomplete = { ...textResponse('{"data": {"id": "cus'), truncated };

it.each<[...Method, missing: string, responses: ApiResponse[]]>([
	[
		...sendMessage,
		'success',
		[{}, { status: 7 }, { status: 'queued', id: 7 }].map((body) => apiResponse(body)),
	],
	[
		...createContact,
		'id',
		[{}, { data: [] }, { data: { id: '' } }].map((body) => apiResponse(body)),
	],
])(
	'%s accepts undocumented, empty, and truncated responses, because the request was processed',
	async (_name, call, missing, responses) => {
		for (const response of [...responses, textResponse('', 202), incomplete]) {
			const result = await call(channelWith(response));
			expect(result).toEqual({ ...response, documented: undefined, missing });
		}
	},
);

it.each(changes)('%s accepts empty responses, but not truncated ones', async (_name, call) => {
	expect(await call(channelWith(textResponse('', 204)))).toEqual({});
	await expect(call(channelWith(incomplete))).rejects.toMatchObject({
		reason: truncated.reason,
	});
});

it.each([getContact, findContacts])(
	'%s rejects empty and truncated responses, and nothing was changed',
	async (_name, call) => {
		for (const [response, reason] of [
			[textResponse(''), 'unreadable'],
			[incomplete, truncated.reason],
		] as const) {
			const rejection = { reason, outcome: 'notDone' };
			await expect(call(channelWith(response))).rejects.toMatchObject(rejection);
		}
	},
);

it.each<[...Method, body: object, expected: string]>([
	[...getContact, {}, 'contact'],
	[...getContact, { data: null }, 'contact'],
	[...getContact, { data: [{ id: '7' }] }, 'contact'],
	[...getContact, { data: '7' }, 'contact'],
	[...findContacts, {}, 'list'],
	[...findContacts, { data: null }, 'list'],
	[...findContacts, { data: { id: '7' } }, 'list'],
	[...findContacts, { data: [{ id: '7' }, null] }, 'contactsOnly'],
])('%s rejects data with an undocumented structure', async (_name, call, body, expected) => {
	const details = { reason: 'unreadable', expected };
	await expect(call(channelWith(apiResponse(body)))).rejects.toMatchObject({ details });
});

describe('findContacts', () => {
	const contacts = [{ id: '7' }, { id: '8' }];
	const find = async (body: unknown, page = 1) =>
		await channelWith(apiResponse(body)).findContacts('phone', '1', page);

	it('returns the contacts', async () => {
		expect(await find({ data: contacts })).toMatchObject({ contacts, hasNext: false });
	});

	it('returns the total if it is a number', async () => {
		expect(await find({ data: [], meta: { total: 0 } })).toHaveProperty('total', 0);
		expect(await find({ data: [], meta: { total: '12' } })).not.toHaveProperty('total');
	});

	it.each([
		['before the last page', 2, { meta: { last_page: 3 } }, true],
		['on the last page', 3, { meta: { last_page: 3 } }, false],
		['after the last page', 4, { meta: { last_page: 3 } }, false],
		[
			'on the last page with a next link',
			3,
			{ meta: { last_page: 3 }, links: { next: 'x' } },
			false,
		],
		['with only a next link', 1, { links: { next: 'x' } }, true],
		['without a next link', 1, { links: { next: null } }, false],
		['with an invalid last page', 1, { meta: { last_page: '3' }, links: { next: 'x' } }, true],
		['with invalid meta and links', 1, { meta: null, links: [] }, false],
	])('determines if another page follows: %s', async (_, page, body, hasNext) => {
		expect((await find({ data: contacts, ...body }, page)).hasNext).toBe(hasNext);
	});
});

describe('the contact ID in a path', () => {
	/** Returns the ID in the path of a message. */
	async function segmentOf(contactId: string, type: 'other' | 'viber') {
		const { channel, requests } = testChannel(type, apiResponse({}));
		await channel.sendMessage(contactId, message);
		return requests[0]?.path.replace('/v1/message/sendContent/', '') ?? '';
	}

	it('is URL-encoded, in Base64 for Viber, and has no reserved characters', async () => {
		await fc.assert(
			fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (contactId) => {
				const plain = await segmentOf(contactId, 'other');
				const base64 = await segmentOf(contactId, 'viber');
				for (const segment of [plain, base64]) {
					expect(segment).toMatch(/^(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})+$/);
				}
				expect(decodeURIComponent(plain)).toBe(contactId);
				expect(decodeURIComponent(base64)).toBe(Buffer.from(contactId).toString('base64'));
			}),
		);
	});
});
