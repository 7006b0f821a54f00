import { type Answer, callService, sendText } from '../callService';
import { type Service, startService } from '../startService';

let service: Service;
let contactId: string;

beforeAll(async () => {
	service = await startService({
		limits: { messagesPerSecond: null, contactCallsPerMinute: null },
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
const toSend = '/v1/message/sendContent/ID';
const call = async (method: string, path: string, body?: unknown): Promise<Answer> =>
	await callService(service, path.replace('ID', contactId), { method, body });

describe('a call without the right token', () => {
	it.each([
		['none', ''],
		['another', 'Bearer another-token'],
		['without its scheme', 'test-channel-token'],
	])('is refused, whatever else is wrong with it: %s', async (_which, authorization) => {
		const path = '/v1/message/sendContent/nobody?unknown=1';
		const headers = { authorization };
		const answer = await callService(service, path, { method: 'POST', body: '{', headers });
		expect(answer).toMatchObject({ status: 401, json: errorEnvelope('API Token is invalid.') });
		expect(service.calls).toMatchObject([{ status: 401, accepted: false }]);
	});
});

it.each([
	['GET', toSend, 405],
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
])('%s %s is answered with %d', async (method, path, status) => {
	const answer = await call(method, path);
	expect(answer.status).toBe(status);
	const message = status === 405 ? /^405 Method Not Allowed\.$/ : /./;
	const body = errorEnvelope(expect.stringMatching(message));
	if (method !== 'HEAD') expect(answer.json).toEqual(body);
	expect(service.calls).toMatchObject([{ method, status, accepted: false }]);
});

const text = { type: 'text', text: 'Hello' };
const sending = (item: object): object => ({ body: [item] });
const asking = (replies: unknown): object =>
	sending({ type: 'quick_reply', title: 'Which?', replies });
const field = { name: 'city', value: 'Lagos' };
const times = (count: number, value: unknown): unknown[] => Array<unknown>(count).fill(value);

it.each<[string, string, string, unknown]>([
	['a text', 'POST', toSend, sending({ type: 'text', text: 'Two\nlines' })],
	['an image', 'POST', toSend, sending({ type: 'image', url: 'https://a.example/a.PNG?size=2' })],
	['any file', 'POST', toSend, sending({ type: 'file', url: 'http://a.example/any' })],
	['10 replies of 20 characters', 'POST', toSend, asking(times(10, '😀'.repeat(20)))],
	['a survey that is cancelled', 'POST', toSend, { body: [text], forceCancelSurvey: true }],
	['30 fields', 'POST', '/v1/contact', { custom_fields: times(30, field) }],
	['a cleared field', 'PUT', '/v1/contact/ID', { custom_fields: [{ name: 'city', value: '' }] }],
	['10 tags', 'POST', '/v1/contact/ID/tags', { tags: times(10, 'new') }],
	['tags the contact has not', 'DELETE', '/v1/contact/ID/tags', { tags: ['none'] }],
	['a page', 'GET', '/v1/contact/by_custom_field?name=x&value=&page=9', undefined],
])('%s is taken: %s %s', async (_what, method, path, body) => {
	expect((await call(method, path, body)).status).toBe(200);
	expect(service.calls).toMatchObject([{ status: 200, accepted: true }]);
});

const fields = 'custom_fields';
it.each<[string, string, string, unknown]>([
	['no item', 'POST', toSend, { body: [] }],
	['two items', 'POST', toSend, { body: [text, text] }],
	['an item without a list', 'POST', toSend, { body: text }],
	['an unknown key', 'POST', toSend, { body: [text], silent: true }],
	['an unknown key in the item', 'POST', toSend, sending({ ...text, title: 'x' })],
	['a key of another type', 'POST', toSend, sending({ type: 'text', url: 'https://a.example' })],
	['an unknown type', 'POST', toSend, sending({ type: 'sticker', url: 'https://a.example' })],
	['no type', 'POST', toSend, sending({ text: 'Hello' })],
	['a number as text', 'POST', toSend, sending({ type: 'text', text: 5 })],
	['an empty text', 'POST', toSend, sending({ type: 'text', text: '' })],
	['a switch as text', 'POST', toSend, { body: [text], forceCancelSurvey: 'true' }],
	['no replies', 'POST', toSend, asking([])],
	['replies left out', 'POST', toSend, asking(undefined)],
	['11 replies', 'POST', toSend, asking(times(11, 'x'))],
	['a reply of 21 characters', 'POST', toSend, asking(['é'.repeat(21)])],
	['a relative URL', 'POST', toSend, sending({ type: 'file', url: '/a.pdf' })],
	['a URL of another scheme', 'POST', toSend, sending({ type: 'file', url: 'ftp://a.example' })],
	['something that is not JSON', 'POST', toSend, '{"body":'],
	['no body', 'POST', toSend, undefined],
	['a query', 'POST', `${toSend}?now=1`, { body: [text] }],
	['no fields', 'POST', '/v1/contact', { [fields]: [] }],
	['31 fields', 'POST', '/v1/contact', { [fields]: times(31, field) }],
	['31 fields', 'PUT', '/v1/contact/ID', { [fields]: times(31, field) }],
	['a map of fields', 'POST', '/v1/contact', { [fields]: { city: 'Lagos' } }],
	['a number as value', 'PUT', '/v1/contact/ID', { [fields]: [{ name: 'age', value: 5 }] }],
	['no value', 'PUT', '/v1/contact/ID', { [fields]: [{ name: 'age' }] }],
	['an empty name', 'PUT', '/v1/contact/ID', { [fields]: [{ name: '', value: '5' }] }],
	['another key', 'PUT', '/v1/contact/ID', { [fields]: [field], tags: ['x'] }],
	['another key in a field', 'POST', '/v1/contact', { [fields]: [{ ...field, type: 'x' }] }],
	['no tags', 'POST', '/v1/contact/ID/tags', { tags: [] }],
	['11 tags', 'POST', '/v1/contact/ID/tags', { tags: times(11, 'x') }],
	['11 tags', 'DELETE', '/v1/contact/ID/tags', { tags: times(11, 'x') }],
	['a single tag', 'POST', '/v1/contact/ID/tags', { tags: 'one' }],
	['a number as tag', 'DELETE', '/v1/contact/ID/tags', { tags: [1] }],
	['no body', 'DELETE', '/v1/contact/ID/tags', undefined],
	['a query', 'GET', '/v1/contact/ID?fields=all', undefined],
	['no name', 'GET', '/v1/contact/by_custom_field?value=x', undefined],
	['two names', 'GET', '/v1/contact/by_custom_field?name=x&name=y&value=x', undefined],
	['an unknown parameter', 'GET', '/v1/contact/by_custom_field?name=x&value=x&size=5', undefined],
	['page 0', 'GET', '/v1/contact/by_custom_field?name=x&value=x&page=0', undefined],
	['someone unknown', 'POST', '/v1/message/sendContent/nobody', { body: [text] }],
	['someone unknown', 'GET', '/v1/contact/nobody', undefined],
	['someone unknown', 'PUT', '/v1/contact/nobody', { [fields]: [field] }],
	['someone unknown', 'POST', '/v1/contact/nobody/tags', { tags: ['one'] }],
	['someone unknown', 'DELETE', '/v1/contact/nobody/tags', { tags: ['one'] }],
])('%s is refused and changes nothing: %s %s', async (_what, method, path, body) => {
	const before = service.contacts.all();
	const answer = await call(method, path, body);
	expect(answer).toMatchObject({ status: 403, json: errorEnvelope(expect.any(String)) });
	expect(service.contacts.all()).toEqual(before);
	expect(service.messages).toEqual([]);
	expect(service.calls).toMatchObject([{ status: 403, accepted: false }]);
});

it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
	'a body of type %s is refused',
	async (contentType) => {
		const answer = await callService(service, toSend.replace('ID', contactId), {
			method: 'POST',
			body: JSON.stringify({ body: [text] }),
			headers: { 'content-type': contentType },
		});
		expect(answer).toMatchObject({ status: 403, json: { message: 'Unsupported Media Type' } });
	},
);

it.each([
	['image', 'https://files.example/a.mp4'],
	['video', 'https://files.example/a.png'],
	['audio', 'https://files.example/mp3'],
	['image', 'https://files.example/?file=a.png'],
])('an %s that is none is refused: %s', async (type, url) => {
	expect(await call('POST', toSend, sending({ type, url }))).toMatchObject({
		status: 400,
		json: errorEnvelope('Sorry, Url provided is not an image/audio/video file'),
	});
	expect(service.messages).toEqual([]);
});

describe('an identifier', () => {
	const ids = ['a/b?c#d é', '100%', '%2F', ' ', '+', '..;', '日本', 'x'.repeat(3_000)];
	const encoded = (id: string): string => Buffer.from(id).toString('base64');
	beforeEach(() => {
		service.configure({ acceptUnknownContacts: true });
	});

	it.each(ids)('is one encoded segment, and Base64 on Viber: %p', async (id) => {
		await sendText(service, id);
		service.configure({ channelType: 'viber' });
		await sendText(service, encoded(id));
		expect(service.messages.map(({ contactId: received }) => received)).toEqual([id, id]);
	});

	it.each([
		['plain', '362707394'],
		['without padding', 'MzYy MQ'],
		['too much padding', 'MzYyMQ===='],
		['the alphabet for URLs', '8J-YgA=='],
		['bits left over', 'MzYyMR=='],
		['no text', '/////w=='],
	])('is refused on Viber: %s', async (_how, id) => {
		service.configure({ channelType: 'viber' });
		const message = 'On the Viber channel the contact identifier must be Base64 encoded.';
		expect(await sendText(service, id)).toMatchObject({ status: 403, json: { message } });
		expect(service.messages).toEqual([]);
	});

	it.each([
		['PUT', '', { custom_fields: [field] }, 'Base64'],
		['DELETE', '/tags', { tags: ['x'] }, 'Base64'],
		['GET', '', undefined, 'plain'],
		['POST', '/tags', { tags: ['x'] }, 'plain'],
	])('on Viber for %s /v1/contact/{id}%s', async (method, ending, body, form) => {
		service.configure({ channelType: 'viber' });
		const inBase64 = encodeURIComponent(encoded(contactId));
		const statuses = [
			(await call(method, `/v1/contact/${inBase64}${ending}`, body)).status,
			(await call(method, `/v1/contact/${contactId}${ending}`, body)).status,
		];
		expect(statuses).toEqual(form === 'Base64' ? [200, 403] : [403, 200]);
	});
});

it('a created contact has another form of ID than a fetched one, and every call accepts both', async () => {
	const created = await call('POST', '/v1/contact', { custom_fields: [field] });
	const { id } = (created.json as { data: { id: string } }).data;
	const digits = id.replace('cus_', '');
	expect(id).toMatch(/^cus_\d+$/);

	for (const form of [id, digits]) {
		const path = `/v1/contact/${form}`;
		expect((await call('GET', path)).json).toMatchObject({ data: { id: digits } });
		expect((await call('PUT', path, { custom_fields: [field] })).status).toBe(200);
		expect((await call('POST', `${path}/tags`, { tags: ['x'] })).status).toBe(200);
		expect((await call('DELETE', `${path}/tags`, { tags: ['x'] })).status).toBe(200);
		expect((await sendText(service, form)).status).toBe(200);
	}
	const search = `/v1/contact/by_custom_field?name=${field.name}&value=${field.value}`;
	expect((await call('GET', search)).json).toMatchObject({ data: [{ id: digits }] });
	expect(service.messages.map((message) => message.contactId)).toEqual([digits, digits]);
});
