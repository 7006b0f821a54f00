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
const send = async (method: string, path: string, body?: unknown): Promise<FetchedResponse> =>
	await fetchApi(service, path.replace('ID', contactId), { method, body });

it.each([
	['no token', ''],
	['a wrong token', 'Bearer another-token'],
	['a token without its scheme', 'test-channel-token'],
])(
	'A request with %s is rejected before its contents are checked',
	async (_title, authorization) => {
		const path = '/v1/message/sendContent/unknown?unknown=1';
		const headers = { authorization };

		const response = await fetchApi(service, path, { method: 'POST', body: '{', headers });

		expect(response).toMatchObject({ status: 401, json: errorEnvelope('API Token is invalid.') });
		expect(service.requests).toMatchObject([{ status: 401, accepted: false }]);
	},
);

it.each([
	['GET', sendPath, 405],
	['GET', '/v1/contact', 405],
	['HEAD', '/v1/contact/ID', 405],
	['PATCH', '/v1/contact/ID', 405],
	['PUT', '/v1/contact/by_custom_field', 405],
	['GET', '/v1/contact/ID/tags', 405],
	['OPTIONS', '/v1/contact/ID/tags', 405],
	['POST', '/v1/message/sendContent/a/b', 404],
	['POST', '/v1/message/sendContent/', 404],
	['GET', '/v1/contact/', 404],
	['GET', '/v1/contact/ID/tags/2', 404],
	['GET', '/v2/contact/ID', 404],
])('%s %s returns status %d', async (method, path, status) => {
	const response = await send(method, path);
	expect(response.status).toBe(status);
	const message = status === 405 ? /^405 Method Not Allowed\.$/ : /./;
	const body = errorEnvelope(expect.stringMatching(message));
	if (method !== 'HEAD') expect(response.json).toEqual(body);
	expect(service.requests).toMatchObject([{ method, status, accepted: false }]);
});

const text = { type: 'text', text: 'Hello' };
const message = (item: object): object => ({ body: [item] });
const quickReply = (replies: unknown): object =>
	message({ type: 'quick_reply', title: 'Which?', replies });
const field = { name: 'city', value: 'Lagos' };
const repeat = (count: number, value: unknown): unknown[] => Array<unknown>(count).fill(value);

it.each<[string, string, string, unknown]>([
	['a text message', 'POST', sendPath, message({ type: 'text', text: 'Two\nlines' })],
	[
		'an image with a query in its URL',
		'POST',
		sendPath,
		message({ type: 'image', url: 'https://a.example/a.PNG?size=2' }),
	],
	[
		'a file without an extension',
		'POST',
		sendPath,
		message({ type: 'file', url: 'http://a.example/any' }),
	],
	['10 replies of 20 characters', 'POST', sendPath, quickReply(repeat(10, '😀'.repeat(20)))],
	['a message that cancels a survey', 'POST', sendPath, { body: [text], forceCancelSurvey: true }],
	['30 fields', 'POST', '/v1/contact', { custom_fields: repeat(30, field) }],
	['a cleared field', 'PUT', '/v1/contact/ID', { custom_fields: [{ name: 'city', value: '' }] }],
	['10 tags', 'POST', '/v1/contact/ID/tags', { tags: repeat(10, 'new') }],
	['the removal of a missing tag', 'DELETE', '/v1/contact/ID/tags', { tags: ['none'] }],
	['a search for a page', 'GET', '/v1/contact/by_custom_field?name=x&value=&page=9', undefined],
])('The service accepts %s: %s %s', async (_title, method, path, body) => {
	expect((await send(method, path, body)).status).toBe(200);
	expect(service.requests).toMatchObject([{ status: 200, accepted: true }]);
});

const fields = 'custom_fields';
it.each<[string, string, string, unknown]>([
	['an empty list of items', 'POST', sendPath, { body: [] }],
	['two items', 'POST', sendPath, { body: [text, text] }],
	['an item outside a list', 'POST', sendPath, { body: text }],
	['an unknown key', 'POST', sendPath, { body: [text], silent: true }],
	['an unknown key in the item', 'POST', sendPath, message({ ...text, title: 'x' })],
	[
		'a key of another item type',
		'POST',
		sendPath,
		message({ type: 'text', url: 'https://a.example' }),
	],
	['an unknown type', 'POST', sendPath, message({ type: 'sticker', url: 'https://a.example' })],
	['no type', 'POST', sendPath, message({ text: 'Hello' })],
	['a number instead of a text', 'POST', sendPath, message({ type: 'text', text: 5 })],
	['an empty text', 'POST', sendPath, message({ type: 'text', text: '' })],
	['a string instead of a boolean', 'POST', sendPath, { body: [text], forceCancelSurvey: 'true' }],
	['an empty list of replies', 'POST', sendPath, quickReply([])],
	['missing replies', 'POST', sendPath, quickReply(undefined)],
	['11 replies', 'POST', sendPath, quickReply(repeat(11, 'x'))],
	['a reply of 21 characters', 'POST', sendPath, quickReply(['é'.repeat(21)])],
	['a relative URL', 'POST', sendPath, message({ type: 'file', url: '/a.pdf' })],
	['a URL of another scheme', 'POST', sendPath, message({ type: 'file', url: 'ftp://a.example' })],
	['truncated JSON', 'POST', sendPath, '{"body":'],
	['no body', 'POST', sendPath, undefined],
	['an unknown query parameter', 'POST', `${sendPath}?now=1`, { body: [text] }],
	['an empty list of fields', 'POST', '/v1/contact', { [fields]: [] }],
	['31 fields', 'POST', '/v1/contact', { [fields]: repeat(31, field) }],
	['31 fields', 'PUT', '/v1/contact/ID', { [fields]: repeat(31, field) }],
	['an object instead of a list of fields', 'POST', '/v1/contact', { [fields]: { city: 'Lagos' } }],
	[
		'a number instead of a field value',
		'PUT',
		'/v1/contact/ID',
		{ [fields]: [{ name: 'age', value: 5 }] },
	],
	['a missing field value', 'PUT', '/v1/contact/ID', { [fields]: [{ name: 'age' }] }],
	['an empty field name', 'PUT', '/v1/contact/ID', { [fields]: [{ name: '', value: '5' }] }],
	['a key of another request', 'PUT', '/v1/contact/ID', { [fields]: [field], tags: ['x'] }],
	['an unknown key in a field', 'POST', '/v1/contact', { [fields]: [{ ...field, type: 'x' }] }],
	['an empty list of tags', 'POST', '/v1/contact/ID/tags', { tags: [] }],
	['11 tags', 'POST', '/v1/contact/ID/tags', { tags: repeat(11, 'x') }],
	['11 tags', 'DELETE', '/v1/contact/ID/tags', { tags: repeat(11, 'x') }],
	['a tag outside a list', 'POST', '/v1/contact/ID/tags', { tags: 'one' }],
	['a number instead of a tag', 'DELETE', '/v1/contact/ID/tags', { tags: [1] }],
	['no body', 'DELETE', '/v1/contact/ID/tags', undefined],
	['an unknown query parameter', 'GET', '/v1/contact/ID?fields=all', undefined],
	['a search without a name', 'GET', '/v1/contact/by_custom_field?value=x', undefined],
	[
		'a search with two names',
		'GET',
		'/v1/contact/by_custom_field?name=x&name=y&value=x',
		undefined,
	],
	[
		'a search with a page size',
		'GET',
		'/v1/contact/by_custom_field?name=x&value=x&size=5',
		undefined,
	],
	['page 0', 'GET', '/v1/contact/by_custom_field?name=x&value=x&page=0', undefined],
	['an unknown contact', 'POST', '/v1/message/sendContent/unknown', { body: [text] }],
	['an unknown contact', 'GET', '/v1/contact/unknown', undefined],
	['an unknown contact', 'PUT', '/v1/contact/unknown', { [fields]: [field] }],
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

it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
	'The service rejects a body of type %s',
	async (contentType) => {
		const response = await fetchApi(service, sendPath.replace('ID', contactId), {
			method: 'POST',
			body: JSON.stringify({ body: [text] }),
			headers: { 'content-type': contentType },
		});
		expect(response).toMatchObject({ status: 403, json: { message: 'Unsupported Media Type' } });
	},
);

it.each([
	['image', 'https://files.example/a.mp4'],
	['video', 'https://files.example/a.png'],
	['audio', 'https://files.example/mp3'],
	['image', 'https://files.example/?file=a.png'],
])('The service rejects an attachment of type %s with another extension: %s', async (type, url) => {
	expect(await send('POST', sendPath, message({ type, url }))).toMatchObject({
		status: 400,
		json: errorEnvelope('Sorry, Url provided is not an image/audio/video file'),
	});
	expect(service.messages).toEqual([]);
});

describe('Contact IDs', () => {
	const ids = ['362707394', 'a/b?c#d é', '100%', '%2F', ' ', '+', '..;', '日本', 'x'.repeat(3_000)];
	const encoded = (id: string): string => Buffer.from(id).toString('base64');
	beforeEach(() => {
		service.configure({ acceptUnknownContacts: true });
	});

	it.each(ids)(
		'A contact ID is decoded from the path, and from Base64 on Viber: %s',
		async (id) => {
			await sendText(service, id);
			service.configure({ channelType: 'viber' });
			await sendText(service, encoded(id));
			expect(service.messages.map(({ contactId: received }) => received)).toEqual([id, id]);
		},
	);

	it.each([
		['if it is not encoded', '362707394'],
		['without padding', 'MzYy MQ'],
		['with too much padding', 'MzYyMQ===='],
		['in base64url', '8J-YgA=='],
		['with nonzero trailing bits', 'MzYyMR=='],
		['if it is not UTF-8', '/////w=='],
	])('A contact ID is rejected on Viber %s', async (_title, id) => {
		service.configure({ channelType: 'viber' });
		const message = 'On the Viber channel the contact ID must be Base64 encoded.';
		expect(await sendText(service, id)).toMatchObject({ status: 403, json: { message } });
		expect(service.messages).toEqual([]);
	});

	it.each([
		['must be', 'PUT', '', { custom_fields: [field] }, [200, 403]],
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
	const created = await send('POST', '/v1/contact', { custom_fields: [field] });
	const { id } = (created.json as { data: { id: string } }).data;
	const digits = id.replace('cus_', '');
	expect(id).toMatch(/^cus_\d+$/);

	for (const form of [id, digits]) {
		const path = `/v1/contact/${form}`;
		expect((await send('GET', path)).json).toMatchObject({ data: { id: digits } });
		expect((await send('PUT', path, { custom_fields: [field] })).status).toBe(200);
		expect((await send('POST', `${path}/tags`, { tags: ['x'] })).status).toBe(200);
		expect((await send('DELETE', `${path}/tags`, { tags: ['x'] })).status).toBe(200);
		expect((await sendText(service, form)).status).toBe(200);
	}
	const search = `/v1/contact/by_custom_field?name=${field.name}&value=${field.value}`;
	expect((await send('GET', search)).json).toMatchObject({ data: [{ id: digits }] });
	expect(service.messages.map((message) => message.contactId)).toEqual([digits, digits]);
});
