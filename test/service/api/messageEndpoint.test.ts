import { type Answer, callService, sendText } from '../callService';
import { type Service, startService } from '../startService';

let service: Service;
let contactId: string;

beforeAll(async () => {
	service = await startService({ limits: { messagesPerSecond: null } });
	contactId = service.contacts.all()[0]?.id ?? '';
});
afterAll(async () => {
	await service.close();
});
beforeEach(() => {
	service.reset();
	service.configure({ acceptUnknownContacts: false, channelType: 'other' });
});

const send = async (body: unknown, id = contactId): Promise<Answer> =>
	await callService(service, `/v1/message/sendContent/${encodeURIComponent(id)}`, {
		method: 'POST',
		body,
	});

const replies = (count: number): string[] =>
	Array.from({ length: count }, (_reply, index) => `Reply ${String(index)}`);

describe('a message', () => {
	it.each([
		{ type: 'text', text: 'Two\nlines' },
		{ type: 'image', url: 'https://files.example/a.PNG?size=2' },
		{ type: 'video', url: 'https://files.example/a.mp4' },
		{ type: 'audio', url: 'http://files.example/a.mp3' },
		{ type: 'file', url: 'https://files.example/any' },
		{ type: 'quick_reply', title: 'Which?', replies: replies(10) },
		{ type: 'quick_reply', title: 'Which?', replies: ['😀'.repeat(20)] },
	])('is accepted and kept as it came: $type', async (item) => {
		const answer = await send({ body: [item] });
		expect(answer.status).toBe(200);
		expect(answer.json).toEqual({ status: 'Success', message: 'Message Sent', data: [] });
		expect(service.messages).toMatchObject([
			{ number: 1, contactId, item, forceCancelSurvey: false },
		]);
		expect(service.calls).toMatchObject([
			{ method: 'POST', status: 200, accepted: true, authorized: true, body: { body: [item] } },
		]);
	});

	it.each([
		[true, true],
		[false, false],
	])('says whether a survey is cancelled: %p', async (forceCancelSurvey, kept) => {
		await send({ body: [{ type: 'text', text: 'Hello' }], forceCancelSurvey });
		expect(service.messages).toMatchObject([{ forceCancelSurvey: kept }]);
	});

	const text = { type: 'text', text: 'Hello' };
	it.each<[string, unknown, RegExp]>([
		['no item', { body: [] }, /body/],
		['two items', { body: [text, text] }, /body/],
		['no list', { body: text }, /array/],
		['no body', {}, /body/],
		['an unknown key', { body: [text], silent: true }, /silent/],
		['an unknown key in the item', { body: [{ ...text, title: 'x' }] }, /title/],
		['a key of another type', { body: [{ type: 'text', url: 'https://a.example' }] }, /text/],
		['an unknown type', { body: [{ type: 'sticker', url: 'https://a.example' }] }, /type/],
		['no type', { body: [{ text: 'Hello' }] }, /type/],
		['a number as text', { body: [{ type: 'text', text: 5 }] }, /string/],
		['an empty text', { body: [{ type: 'text', text: '' }] }, /text/],
		['a switch as text', { body: [text], forceCancelSurvey: 'true' }, /forceCancelSurvey/],
		['no replies', { body: [{ type: 'quick_reply', title: 'x', replies: [] }] }, /replies/],
		['replies left out', { body: [{ type: 'quick_reply', title: 'x' }] }, /replies/],
		['no title', { body: [{ type: 'quick_reply', replies: ['x'] }] }, /title/],
		['11 replies', { body: [{ type: 'quick_reply', title: 'x', replies: replies(11) }] }, /10/],
		[
			'a reply of 21 characters',
			{ body: [{ type: 'quick_reply', title: 'x', replies: ['é'.repeat(21)] }] },
			/20/,
		],
		['a relative URL', { body: [{ type: 'file', url: '/a.pdf' }] }, /url/],
		['a URL of another scheme', { body: [{ type: 'file', url: 'ftp://a.example' }] }, /url/],
		['something that is not JSON', '{"body":', /JSON/],
		['nothing', undefined, /body/],
	])('is refused with %s', async (_what, body, message) => {
		const answer = await send(body);
		expect(answer.status).toBe(403);
		expect(answer.json).toEqual({
			status: 'error',
			message: expect.stringMatching(message) as string,
			data: [],
		});
		expect(service.messages).toEqual([]);
		expect(service.calls).toMatchObject([{ status: 403, accepted: false }]);
	});

	it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])(
		'is refused as %s',
		async (contentType) => {
			const answer = await callService(service, `/v1/message/sendContent/${contactId}`, {
				method: 'POST',
				body: JSON.stringify({ body: [text] }),
				headers: { authorization: `Bearer ${service.token}`, 'content-type': contentType },
			});
			expect(answer.status).toBe(403);
			expect(answer.json).toMatchObject({ message: 'Unsupported Media Type' });
			expect(service.messages).toEqual([]);
		},
	);

	it.each([
		['image', 'https://files.example/a.mp4'],
		['video', 'https://files.example/a.png'],
		['audio', 'https://files.example/mp3'],
		['image', 'https://files.example/?file=a.png'],
	])('is refused where the %s is none: %s', async (type, url) => {
		const answer = await send({ body: [{ type, url }] });
		expect(answer.status).toBe(400);
		expect(answer.json).toMatchObject({
			message: 'Sorry, Url provided is not an image/audio/video file',
		});
		expect(service.messages).toEqual([]);
	});

	it('to someone unknown is refused, or accepted where that was asked for', async () => {
		const refused = await sendText(service, 'a/b?c#d é');
		service.configure({ acceptUnknownContacts: true });
		const accepted = await sendText(service, 'a/b?c#d é');
		expect(refused.json).toEqual({ status: 'error', message: 'Contact not found.', data: [] });
		expect(refused.status).toBe(403);
		expect(accepted.status).toBe(200);
		expect(service.messages).toMatchObject([{ contactId: 'a/b?c#d é' }]);
		expect(service.contacts.has('a/b?c#d é')).toBe(false);
	});
});

describe('on the Viber channel', () => {
	beforeEach(() => {
		service.configure({ channelType: 'viber' });
	});

	it.each(['362', 'a/b?c#d é', '日本'])('the contact %p is named in Base64', async (id) => {
		service.contacts.add({ id, custom_fields: {}, tags: [], created_at: 1 });
		const answer = await sendText(service, Buffer.from(id).toString('base64'));
		expect(answer.status).toBe(200);
		expect(service.messages).toMatchObject([{ contactId: id }]);
	});

	it.each([
		['plain', '362707394'],
		['without padding', 'MzYy MQ'],
		['too much padding', 'MzYyMQ===='],
		['the alphabet for URLs', '8J-YgA=='],
		['bits left over', 'MzYyMR=='],
		['no text', '/////w=='],
	])('an identifier is refused: %s', async (_how, encoded) => {
		service.configure({ acceptUnknownContacts: true });
		const answer = await sendText(service, encoded);
		expect(answer.status).toBe(403);
		expect(answer.json).toMatchObject({
			message: 'On the Viber channel the contact identifier must be Base64 encoded.',
		});
		expect(service.messages).toEqual([]);
	});
});

describe('the statistics', () => {
	it('count a repeated message, whatever the order of its keys', async () => {
		const other = service.contacts.all()[1]?.id ?? '';
		await send({ body: [{ type: 'text', text: 'Hello' }] });
		await send({ body: [{ text: 'Hello', type: 'text' }] });
		await send({ body: [{ type: 'text', text: 'Hello' }] }, other);
		await send({ body: [{ type: 'text', text: 'Goodbye' }] });
		await send({ body: [] });
		expect(service.statistics()).toEqual({
			accepted: 4,
			duplicates: 1,
			rateLimited: 0,
			calls: 5,
			messagesPerSecond: expect.any(Number) as number,
			mostMessagesInOneSecond: expect.any(Number) as number,
			answers: { '200': 4, '403': 1 },
		});
	});
});
