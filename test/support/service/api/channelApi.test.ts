import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '../../../../nodes/ChannelMessaging/client/model';
import { fetchApi, type FetchedResponse, sendText } from '../fetchApi';
import { type Service, startService } from '../startService';

let service: Service;
let contactId: string;

beforeAll(async () => {
	service = await startService({
		limits: { messagesPerSecond: null, contactRequestsPerMinute: null },
	});
	contactId = service.contacts.all()[0]?.id ?? '';
});
afterAll(async () => {
	await service.close();
});
beforeEach(() => {
	service.reset();
	service.configure({ acceptUnknownContacts: false, channelType: 'other' });
});

const errorEnvelope = (message: unknown): object => ({ status: 'error', message, data: [] });
const sendPath = '/v1/message/sendContent/ID';
const searchPath = '/v1/contact/by_custom_field';
const send = async (method: string, path: string, body?: unknown): Promise<FetchedResponse> =>
	await fetchApi(service, path.replace('ID', contactId), { method, body });

it('Requests without the token are rejected before their contents are checked', async () => {
	for (const authorization of ['', 'Bearer another-token', 'test-channel-token']) {
		const path = '/v1/message/sendContent/unknown?unknown=1';
		const headers = { authorization };

		const response = await fetchApi(service, path, { method: 'POST', body: '{', headers });

		expect(response).toMatchObject({ status: 401, json: errorEnvelope('API Token is invalid.') });
		expect(service.requests.at(-1)).toMatchObject({ status: 401, accepted: false });
	}
});

it.each([
	['GET', sendPath, 405],
	['HEAD', '/v1/contact/ID', 405],
	['POST', '/v1/message/sendContent/', 404],
	['GET', '/v2/contact/ID', 404],
])('%s %s returns status %d', async (method, path, status) => {
	const response = await send(method, path);
	expect(response.status).toBe(status);
	const message = status === 405 ? '405 Method Not Allowed.' : 'Not Found';
	if (method !== 'HEAD') expect(response.json).toEqual(errorEnvelope(message));
	expect(service.requests).toMatchObject([{ method, status, accepted: false }]);
});

const {
	repliesPerMessage: replies,
	charactersPerReply: characters,
	customFieldsPerRequest: fieldCount,
	tagsPerRequest: tags,
} = limits;
const text = { type: 'text', text: 'Hello' };
const message = (item: object): object => ({ body: [item] });
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
])('The service accepts %s: %s %s', async (_title, method, path, body) => {
	expect((await send(method, path, body)).status).toBe(200);
	expect(service.requests).toMatchObject([{ status: 200, accepted: true }]);
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
	['too many fields', 'PUT', '/v1/contact/ID', fields(...repeat(fieldCount + 1, field))],
	['a field without a value', 'PUT', '/v1/contact/ID', fields({ name: 'age' })],
	['an empty list of tags', 'POST', '/v1/contact/ID/tags', { tags: [] }],
	['too many tags', 'POST', '/v1/contact/ID/tags', { tags: repeat(tags + 1, 'x') }],
	['too many tags', 'DELETE', '/v1/contact/ID/tags', { tags: repeat(tags + 1, 'x') }],
	['a search without a name', 'GET', `${searchPath}?value=x`, undefined],
	['an unknown contact', 'POST', '/v1/message/sendContent/unknown', { body: [text] }],
	['an unknown contact', 'GET', '/v1/contact/unknown', undefined],
	['an unknown contact', 'PUT', '/v1/contact/unknown', fields(field)],
	['an unknown contact', 'POST', '/v1/contact/unknown/tags', { tags: ['one'] }],
	['an unknown contact', 'DELETE', '/v1/contact/unknown/tags', { tags: ['one'] }],
])('The service rejects %s without any effect: %s %s', async (_title, method, path, body) => {
	const before = service.contacts.all();
	const response = await send(method, path, body);
	expect(response).toMatchObject({ status: 403, json: errorEnvelope(expect.any(String)) });
	expect(service.contacts.all()).toEqual(before);
	expect(service.messages).toEqual([]);
	expect(service.requests).toMatchObject([{ status: 403, accepted: false }]);
});

it.each([
	['image', 'https://files.example/a.PNG?size=2', 200],
	['image', 'https://files.example/?file=a.png', 400],
	['video', 'https://files.example/a.png', 400],
	['file', 'https://files.example/a', 200],
	['image', 'http://127.0.0.1:9/unreachable.png', 400],
])('An attachment of type %s with the URL %s returns status %d', async (type, url, status) => {
	expect(await send('POST', sendPath, message({ type, url }))).toMatchObject({ status });
	expect(service.messages).toHaveLength(status === 200 ? 1 : 0);
});

it.each([
	['image', 'image/png', 200],
	['audio', 'video/mp4', 400],
])(
	'An attachment of type %s on this machine with the Content-Type %s returns status %d',
	async (type, contentType, status) => {
		const server = createServer((_request, response) => {
			response.setHeader('content-type', contentType).end('content');
		});
		await once(server.listen(0, '127.0.0.1'), 'listening');
		const { port } = server.address() as AddressInfo;
		const url = `http://127.0.0.1:${String(port)}/signed?token=1`;

		expect(await send('POST', sendPath, message({ type, url }))).toMatchObject({ status });

		server.close();
	},
);

describe('Contact IDs', () => {
	const encoded = (id: string): string => Buffer.from(id).toString('base64');
	beforeEach(() => {
		service.configure({ acceptUnknownContacts: true });
	});

	it('Contact IDs in paths are decoded, including Base64 on Viber', async () => {
		const ids = ['362707394', 'a/b?c#d é', '100%', '%2F', '+', '..;', 'x'.repeat(3_000)];

		for (const id of ids) await sendText(service, id);
		service.configure({ channelType: 'viber' });
		for (const id of ids) await sendText(service, encoded(id));

		expect(service.messages.map((sent) => sent.contactId)).toEqual([...ids, ...ids]);
	});

	it.each([
		['if it is not encoded', '362707394'],
		['without padding', 'MzYy MQ'],
		['in base64url', '8J-YgA=='],
		['if it is not UTF-8', '/////w=='],
	])('A contact ID is rejected on Viber %s', async (_title, id) => {
		service.configure({ channelType: 'viber' });
		const reason = 'On the Viber channel the contact ID must be Base64 encoded.';
		expect(await sendText(service, id)).toMatchObject({ status: 403, json: { message: reason } });
		expect(service.messages).toEqual([]);
	});

	it.each([
		['must be', 'PUT', '', fields(field), [200, 403]],
		['must be', 'DELETE', '/tags', { tags: ['x'] }, [200, 403]],
		['must not be', 'GET', '', undefined, [403, 200]],
		['must not be', 'POST', '/tags', { tags: ['x'] }, [403, 200]],
	])(
		'The contact ID %s Base64 encoded on Viber in %s /v1/contact/{id}%s',
		async (_title, method, ending, body, statuses) => {
			service.configure({ channelType: 'viber' });
			const base64 = encodeURIComponent(encoded(contactId));

			const responses = [
				await send(method, `/v1/contact/${base64}${ending}`, body),
				await send(method, `/v1/contact/${contactId}${ending}`, body),
			];

			expect(responses.map(({ status }) => status)).toEqual(statuses);
		},
	);
});

it('All endpoints accept the IDs of created contacts (cus_<digits>) and of fetched contacts (<digits>)', async () => {
	const created = await send('POST', '/v1/contact', fields(field));
	const { id } = (created.json as { data: { id: string } }).data;
	const digits = id.replace('cus_', '');
	expect(id).toMatch(/^cus_\d+$/);

	for (const form of [id, digits]) {
		const path = `/v1/contact/${form}`;
		expect((await send('GET', path)).json).toMatchObject({ data: { id: digits } });
		expect((await send('PUT', path, fields(field))).status).toBe(200);
		expect((await send('POST', `${path}/tags`, { tags: ['x'] })).status).toBe(200);
		expect((await send('DELETE', `${path}/tags`, { tags: ['x'] })).status).toBe(200);
		expect((await sendText(service, form)).status).toBe(200);
	}
	const search = `${searchPath}?name=${field.name}&value=${field.value}`;
	expect((await send('GET', search)).json).toMatchObject({ data: [{ id: digits }] });
	expect(service.messages.map((sent) => sent.contactId)).toEqual([digits, digits]);
});
