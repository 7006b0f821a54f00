import { limits } from '../../../../nodes/ChannelMessaging/client/documentedLimits';
import { Channel } from '../channel';
import type { Fault } from '../faults/faults';
import { type ArrivedRequest, respond } from './respond';

let channel: Channel;
let contactId: string;

beforeEach(() => {
	const noLimits = { messagesPerSecond: null, contactRequestsPerMinute: null };
	channel = new Channel('token', 1, { limits: noLimits });
	contactId = channel.contacts.all()[0]?.id ?? '';
});

const errorEnvelope = (message: unknown): object => ({ status: 'error', message, data: [] });
const sendPath = '/v1/message/sendContent/ID';
const searchPath = '/v1/contact/by_custom_field';
const text = { type: 'text', text: 'Hello' };
const message = (item: object): object => ({ body: [item] });

/** Sends a request whose body is JSON or text. */
function arrive(method: string, path: string, body?: unknown, more: Partial<ArrivedRequest> = {}) {
	const { response, ...outcome } = respond(channel, {
		at: 0,
		method,
		path: path.replace('ID', contactId),
		host: 'localhost',
		authorization: 'Bearer token',
		contentType: 'application/json',
		body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
		...more,
	});
	const { status, headers, body: content = 'null' } = response ?? {};
	const json: unknown = headers?.['content-type']?.includes('json') ? JSON.parse(content) : content;
	return { ...outcome, status, headers, json };
}

const send = (id = contactId, more: Partial<ArrivedRequest> = {}) =>
	arrive('POST', `/v1/message/sendContent/${encodeURIComponent(id)}`, message(text), more);

it.each(['', 'Bearer another-token', 'token'])(
	"a request with the Authorization header '%s' is rejected before its contents are checked",
	(authorization) => {
		const path = '/v1/message/sendContent/unknown?unknown=1';

		expect(arrive('POST', path, '{', { authorization })).toMatchObject({
			status: 401,
			json: errorEnvelope('API Token is invalid.'),
			logged: { status: 401, accepted: false },
		});
	},
);

it.each([
	['GET', sendPath, 405, '405 Method Not Allowed.'],
	['HEAD', '/v1/contact/ID', 405, '405 Method Not Allowed.'],
	['POST', '/v1/message/sendContent/', 404, 'Not Found'],
	['GET', '/v2/contact/ID', 404, 'Not Found'],
])('%s %s returns status %d', (method, path, status, reason) => {
	const json = errorEnvelope(reason);
	expect(arrive(method, path)).toMatchObject({ status, json, logged: { accepted: false } });
});

const {
	repliesPerMessage: replies,
	charactersPerReply: characters,
	customFieldsPerRequest: fieldCount,
	tagsPerRequest: tags,
} = limits;
const quickReply = (texts: readonly string[]): object =>
	message({ type: 'quick_reply', title: 'Which?', replies: texts });
const field = { name: 'city', value: 'Lagos' };
const fields = (...assignments: readonly object[]): object => ({ custom_fields: assignments });
const repeat = <Value>(count: number, value: Value): Value[] => Array<Value>(count).fill(value);

it.each<[string, string, string, unknown]>([
	[
		'the maximum of replies',
		'POST',
		sendPath,
		quickReply(repeat(replies, '😀'.repeat(characters))),
	],
	['the maximum of fields', 'POST', '/v1/contact', fields(...repeat(fieldCount, field))],
	['a cleared field', 'PUT', '/v1/contact/ID', fields({ name: 'city', value: '' })],
	['the maximum of tags', 'POST', '/v1/contact/ID/tags', { tags: repeat(tags, 'new') }],
	['a page after the last one', 'GET', `${searchPath}?name=x&value=&page=9`, undefined],
])('The service accepts %s: %s %s', (_title, method, path, body) => {
	expect(arrive(method, path, body)).toMatchObject({ status: 200, logged: { accepted: true } });
});

it.each<[string, string, string, unknown]>([
	['two items', 'POST', sendPath, { body: [text, text] }],
	['an unknown key', 'POST', sendPath, { body: [text], silent: true }],
	['an empty text', 'POST', sendPath, message({ type: 'text', text: '' })],
	['an empty list of replies', 'POST', sendPath, quickReply([])],
	['too many replies', 'POST', sendPath, quickReply(repeat(replies + 1, 'x'))],
	['a reply that is too long', 'POST', sendPath, quickReply(['é'.repeat(characters + 1)])],
	['truncated JSON', 'POST', sendPath, '{"body":'],
	['an unknown query parameter', 'POST', `${sendPath}?now=1`, { body: [text] }],
	['too many fields', 'POST', '/v1/contact', fields(...repeat(fieldCount + 1, field))],
	['a field without a value', 'PUT', '/v1/contact/ID', fields({ name: 'age' })],
	['an empty list of tags', 'POST', '/v1/contact/ID/tags', { tags: [] }],
	['too many tags', 'DELETE', '/v1/contact/ID/tags', { tags: repeat(tags + 1, 'x') }],
	['a search without a name', 'GET', `${searchPath}?value=x`, undefined],
	['an unknown contact', 'POST', '/v1/message/sendContent/unknown', { body: [text] }],
	['an unknown contact', 'GET', '/v1/contact/unknown', undefined],
	['an unknown contact', 'PUT', '/v1/contact/unknown', fields(field)],
	['an unknown contact', 'POST', '/v1/contact/unknown/tags', { tags: ['one'] }],
	['an unknown contact', 'DELETE', '/v1/contact/unknown/tags', { tags: ['one'] }],
])('The service rejects %s without any effect: %s %s', (_title, method, path, body) => {
	const before = channel.contacts.all();

	const json = errorEnvelope(expect.any(String));
	expect(arrive(method, path, body)).toMatchObject({
		status: 403,
		json,
		logged: { accepted: false },
	});
	expect(channel.contacts.all()).toEqual(before);
	expect(channel.messages).toEqual([]);
});

it.each([
	['image', 'https://files.example/a.PNG?size=2', undefined, 200],
	['image', 'https://files.example/?file=a.png', undefined, 400],
	['video', 'https://files.example/a.png', undefined, 400],
	['file', 'https://files.example/a', undefined, 200],
	['image', 'http://127.0.0.1/signed?token=1', 'image/png', 200],
	['audio', 'http://127.0.0.1/signed?token=1', 'video/mp4', 400],
	['image', 'http://127.0.0.1/unreachable.png', '', 400],
])(
	'An attachment of type %s with the URL %s and the downloaded type %s returns status %d',
	(type, url, attachmentType, status) => {
		const outcome = arrive('POST', sendPath, message({ type, url }), { attachmentType });

		expect(outcome.status).toBe(status);
		expect(channel.messages).toHaveLength(status === 200 ? 1 : 0);
	},
);

it.each([
	['if it is not encoded', '362707394'],
	['without padding', 'MzYy MQ'],
	['in base64url', '8J-YgA=='],
	['if it is not UTF-8', '/////w=='],
])('A contact ID is rejected on Viber %s', (_title, id) => {
	channel.configure({ acceptUnknownContacts: true, channelType: 'viber' });
	const reason = 'On the Viber channel the contact ID must be Base64 encoded.';
	expect(send(id)).toMatchObject({ status: 403, json: { message: reason } });
});

const headers = { 'retry-after': '7' };

it.each<[Fault, { accepted: boolean }, object]>([
	[
		{ kind: 'status', status: 503, message: 'Later', headers },
		{ accepted: false },
		{ status: 503, headers, json: errorEnvelope('Later') },
	],
	[
		{ kind: 'statusAfterEffect', status: 502, headers },
		{ accepted: true },
		{ status: 502, headers, json: errorEnvelope('Bad Gateway') },
	],
	[
		{ kind: 'response', status: 202, contentType: 'text/html', body: '<p>', headers },
		{ accepted: true },
		{ status: 202, headers: { ...headers, 'content-type': 'text/html' }, json: '<p>' },
	],
	[{ kind: 'slow', delayMs: 9 }, { accepted: true }, { status: 200, delayMs: 9 }],
	[{ kind: 'noResponse' }, { accepted: true }, { status: undefined, closesConnection: false }],
	[
		{ kind: 'connectionLost', when: 'beforeEffect' },
		{ accepted: false },
		{ status: undefined, closesConnection: true },
	],
	[
		{ kind: 'connectionLost', when: 'afterEffect' },
		{ accepted: true },
		{ status: undefined, closesConnection: true },
	],
])('The fault %j affects the next request', (fault, { accepted }, outcome) => {
	channel.faults.add({ fault });

	expect(send()).toMatchObject({ ...outcome, logged: { accepted } });
	expect(channel.messages).toHaveLength(accepted ? 1 : 0);
	expect(send().status).toBe(200);
});

describe('Rate limits', () => {
	const read = (more?: Partial<ArrivedRequest>) => arrive('GET', '/v1/contact/ID', undefined, more);
	beforeEach(() => {
		channel.configure({ limits: { messagesPerSecond: 1, contactRequestsPerMinute: 1 } });
	});

	it('Messages and contact requests with the token are counted separately', () => {
		send(contactId, { authorization: 'Bearer wrong' });

		expect([send(), send(), read(), read()].map(({ status }) => status)).toEqual([
			200, 429, 200, 429,
		]);
		expect(send(contactId, { at: 1_000 }).status).toBe(200);
	});

	it('A request over the limit receives 429 and Retry-After before its body is read', () => {
		channel.configure({ limits: { retryAfter: 'seconds' } });
		read();

		expect(arrive('POST', '/v1/contact', '{')).toMatchObject({
			status: 429,
			headers: { 'retry-after': '60' },
			json: errorEnvelope('Too many requests'),
		});
	});

	it('Faults do not affect unauthorized or rate-limited requests', () => {
		read();
		channel.faults.add({ fault: { kind: 'status', status: 500 } });

		const outcomes = [send(contactId, { authorization: 'Bearer wrong' }), read(), send()];

		expect(outcomes.map(({ status }) => status)).toEqual([401, 429, 500]);
	});

	it('New limits apply immediately', () => {
		send();
		channel.configure({ limits: { messagesPerSecond: null } });

		expect(send().status).toBe(200);
	});
});
