import fc from 'fast-check';

import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import {
	type Channel,
	createChannel,
	orderingKey,
} from '../../../nodes/ChannelMessaging/client/channel';
import type { ApiResponse } from '../../../nodes/ChannelMessaging/client/response';
import { answeringService } from './answeringService';
import { apiErrorWith } from './apiErrorWith';
import { apiResponse, textResponse } from './apiResponse';

/** Returns a channel whose requests all receive the same response, and its requests. */
function channelWith(response: ApiResponse) {
	const { callApi, calls: requests } = answeringService(response);
	return { channel: createChannel(callApi, 'other'), requests };
}

const message = { content: { type: 'text', text: 'Hello' }, forceCancelSurvey: false } as const;
const assignments = [{ name: 'phone', value: '1', otherValues: ['+1'] }];

type Method = readonly [name: keyof Channel, call: (channel: Channel) => Promise<unknown>];

const sendMessage: Method = ['sendMessage', (channel) => channel.sendMessage('7', message)];
const createContact: Method = ['createContact', (channel) => channel.createContact(assignments)];
const reads: readonly Method[] = [
	['getContact', (channel) => channel.getContact('7')],
	['findContacts', (channel) => channel.findContacts('phone', '1', 1)],
];
const changes: readonly Method[] = [
	['updateContact', (channel) => channel.updateContact('7', assignments)],
	['addTags', (channel) => channel.addTags('7', ['vip'])],
	['removeTags', (channel) => channel.removeTags('7', ['vip'])],
];
const otherMethods = [...reads, ...changes];
const truncated = apiErrorWith('connectionLost', 'unknown');

describe('requests of a channel', () => {
	/** Returns the only request of a method. Ignores how it handles the response. */
	async function requestOf(call: Method[1]) {
		const { channel, requests } = channelWith(apiResponse({ data: [] }));
		await call(channel).catch(() => undefined);
		expect(requests).toHaveLength(1);
		return requests[0];
	}

	it.each([...otherMethods, createContact])(
		'%s uses the rate limit of contact requests',
		async (name, call) => {
			const idempotent = name !== 'createContact';
			expect(await requestOf(call)).toMatchObject({ bucket: 'contact', idempotent });
		},
	);

	it.each([
		['createContact', createContact[1]],
		['updateContact', (channel: Channel) => channel.updateContact('7', assignments)],
	])('%s sends only the documented properties of custom fields', async (_name, call) => {
		expect(await requestOf(call)).toHaveProperty('body', {
			custom_fields: [{ name: 'phone', value: '1' }],
		});
	});

	it('sendMessage uses the rate limit of messages, and does not cancel a survey', async () => {
		expect(await requestOf(sendMessage[1])).toStrictEqual({
			bucket: 'message',
			method: 'POST',
			path: '/v1/message/sendContent/7',
			body: { body: [message.content] },
			idempotent: false,
		});
	});

	it.each([
		[1, { name: 'phone', value: '7' }],
		[2, { name: 'phone', value: '7', page: '2' }],
	])('findContacts requests page %d with the expected query', async (page, query) => {
		const request = await requestOf((channel) => channel.findContacts('phone', '7', page));
		expect(request?.query).toStrictEqual(query);
	});
});

describe('an unknown contact', () => {
	const notFound = [
		[403, 'Contact not found.'],
		[400, 'contact not found'],
		[404, 'Not Found'],
	] as const;
	const others = [
		[403, 'The contact has blocked the channel'],
		[404, undefined],
		[500, 'Contact not found.'],
	] as const;
	const reasonOf = async (status: number, serviceMessage: string | undefined, call: Method[1]) => {
		const reason = status === 500 ? 'serverFault' : 'rejected';
		const outcome = status === 500 ? 'unknown' : 'notDone';
		const error = apiErrorWith(reason, outcome, {
			status,
			...(serviceMessage !== undefined && { serviceMessage }),
		});
		const channel = createChannel(async () => await Promise.resolve(error), 'other');
		const thrown = await call(channel).catch((cause: unknown) => cause);
		return thrown instanceof ApiError ? [thrown.reason, thrown.details.contactId] : [];
	};
	const findContacts = otherMethods.filter(([name]) => name === 'findContacts');

	it.each([sendMessage, ...otherMethods.filter(([name]) => name !== 'findContacts')])(
		'is recognized by %s from the message, or from the status 404 with any message',
		async (_name, call) => {
			for (const [status, message] of notFound) {
				expect(await reasonOf(status, message, call)).toEqual(['contactNotFound', '7']);
			}
			for (const [status, message] of others) {
				expect(await reasonOf(status, message, call)).not.toContain('contactNotFound');
			}
		},
	);

	it.each([createContact, ...findContacts])(
		'is not the reason for errors of %s, which addresses no contact',
		async (_name, call) => {
			for (const [status, message] of notFound) {
				expect(await reasonOf(status, message, call)).toEqual(['rejected', undefined]);
			}
		},
	);
});

describe('sendMessage', () => {
	it.each([
		['the whole response', { status: 'Success', data: ['x'], id: 7 }],
		['the response without empty data', { status: 'Success' }],
	])('returns %s', async (_, documented) => {
		const { channel } = channelWith(apiResponse({ data: [], ...documented }));
		expect(await sendMessage[1](channel)).toHaveProperty('documented', documented);
	});

	it('returns the response for a message that was already sent', async () => {
		const { channel } = channelWith({ ...apiResponse({ status: 'skipped' }), skipped: true });
		expect(await sendMessage[1](channel)).toMatchObject({ documented: { status: 'skipped' } });
	});

	it.each([{}, { status: 7 }, { status: 'queued', id: 7 }])(
		'accepts the undocumented response %j',
		async (body) => {
			const response = apiResponse(body);
			const { channel } = channelWith(response);
			expect(await sendMessage[1](channel)).toEqual({ ...response, missing: 'success' });
		},
	);
});

describe('createContact', () => {
	it('returns the data of the response', async () => {
		const created = { id: 'cus_7', more: 1 };
		const { channel } = channelWith(apiResponse({ data: created }));
		expect(await createContact[1](channel)).toMatchObject({ documented: created });
	});

	it.each([{}, { data: [] }, { data: { id: '' } }])(
		'accepts the response %j without an ID',
		async (body) => {
			const response = apiResponse(body);
			const { channel } = channelWith(response);
			expect(await createContact[1](channel)).toEqual({ ...response, missing: 'id' });
		},
	);
});

it.each([sendMessage, createContact])(
	'%s accepts empty and truncated responses, because the request was processed',
	async (_, call) => {
		for (const response of [textResponse('', 202), { ...textResponse('{"sta'), truncated }]) {
			const result = await call(channelWith(response).channel);
			expect(result).toMatchObject({ ...response, documented: undefined });
		}
	},
);

it.each(otherMethods)('%s rejects truncated responses', async (_, call) => {
	const incomplete = { ...textResponse('{"data": {"id": "cus'), truncated };
	await expect(call(channelWith(incomplete).channel)).rejects.toHaveProperty(
		'reason',
		truncated.reason,
	);
});

it.each(reads)('%s rejects empty responses, and nothing was changed', async (_, call) => {
	await expect(call(channelWith(textResponse('')).channel)).rejects.toMatchObject({
		reason: 'unreadable',
		outcome: 'notDone',
	});
});

it.each(changes)('%s accepts empty responses', async (_, call) => {
	expect(await call(channelWith(textResponse('', 204)).channel)).toEqual({});
});

it.each([
	['the data of the response', { data: { id: 'cus_7', more: 1 } }, { id: 'cus_7', more: 1 }],
	['the whole response if it has no data', { id: 'cus_7' }, { id: 'cus_7' }],
	['the whole response if data is a list', { id: '7', data: [] }, { id: '7', data: [] }],
])('updateContact returns %s', async (_, body, result) => {
	const { channel } = channelWith(apiResponse(body));
	expect(await channel.updateContact('7', assignments)).toEqual(result);
});

describe('getContact', () => {
	it('returns the contact with undocumented fields', async () => {
		const contact = { id: '7', custom_fields: { a: '1' }, tags: [], created_at: 1, extra: null };
		const { channel } = channelWith(apiResponse({ data: contact }));
		expect(await channel.getContact('7')).toEqual(contact);
	});

	it.each([{}, { data: null }, { data: [{ id: '7' }] }, { data: '7' }])(
		'rejects the response %j',
		async (body) => {
			const details = { reason: 'unreadable', expected: 'contact' };
			const { channel } = channelWith(apiResponse(body));
			await expect(channel.getContact('7')).rejects.toMatchObject({ details });
		},
	);
});

describe('findContacts', () => {
	const contacts = [{ id: '7' }, { id: '8' }];
	const find = async (body: unknown, page = 1) =>
		await channelWith(apiResponse(body)).channel.findContacts('phone', '1', page);

	it('returns the contacts', async () => {
		expect(await find({ data: contacts })).toEqual({ contacts, hasNext: false });
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

	it.each([
		[{}, 'list'],
		[{ data: null }, 'list'],
		[{ data: { id: '7' } }, 'list'],
		[{ data: [contacts[0], null] }, 'contactsOnly'],
	])('rejects the response %j', async (body, expected) => {
		await expect(find(body)).rejects.toMatchObject({ details: { reason: 'unreadable', expected } });
	});
});

describe('the contact ID in a path', () => {
	/** Returns the ID in the path of a message. */
	async function segmentOf(contactId: string, type: 'other' | 'viber') {
		const { callApi, calls } = answeringService(apiResponse({}));
		await createChannel(callApi, type).sendMessage(contactId, message);
		return calls[0]?.path.replace('/v1/message/sendContent/', '') ?? '';
	}

	it('is URL-encoded Base64 for Viber', async () => {
		expect(await segmentOf('~~~>>>', 'viber')).toBe('fn5%2BPj4%2B');
	});

	it('is reversible, and has no reserved characters', async () => {
		await fc.assert(
			fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (contactId) => {
				const plain = await segmentOf(contactId, 'other');
				const base64 = await segmentOf(contactId, 'viber');
				for (const segment of [plain, base64]) {
					expect(segment).toMatch(/^(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})+$/);
				}
				expect(decodeURIComponent(plain)).toBe(contactId);
				const decoded = Buffer.from(decodeURIComponent(base64), 'base64').toString('utf8');
				expect(decoded).toBe(contactId);
			}),
		);
	});
});

describe('orderingKey', () => {
	it('is equal for the IDs of created and fetched contacts with the same digits', () => {
		expect(orderingKey('cus_1000457')).toBe(orderingKey('1000457'));
	});

	it.each(['cus_', 'cus_12a', 'user_12', 'cus_cus_12'])(
		'returns the ID %j unchanged',
		(contactId) => {
			expect(orderingKey(contactId)).toBe(contactId);
		},
	);
});
