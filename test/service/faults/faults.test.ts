import { callService, sendText } from '../callService';
import type { ContactPage } from '../contacts/contactPage';
import { type Service, startService } from '../startService';
import type { Fault } from './fault';
import { Faults } from './faults';

const toSend = { method: 'POST', path: '/v1/message/sendContent/7', contactId: '7' };
const toRead = { method: 'GET', path: '/v1/contact/a%20b?page=2', contactId: 'a b' };
const never: Fault = { kind: 'never' };

describe('which calls a rule strikes', () => {
	const certain = (): Faults => new Faults(() => 0);

	it.each([
		[{ method: 'post' }, true, false],
		[{ path: '^/v1/contact/' }, false, true],
		[{ path: /^.*page=2$/gy }, false, true],
		[{ path: /page=2$/g }, false, true],
		[{ contactId: 'a b' }, false, true],
		[{ method: 'GET', contactId: '7' }, false, false],
		[{}, true, true],
	])('those that meet all of %p', (match, strikesSend, strikesRead) => {
		const faults = certain();
		faults.add({ match, times: Infinity, fault: never });
		expect(faults.strike(toSend)).toBe(strikesSend ? never : undefined);
		expect(faults.strike(toRead)).toBe(strikesRead ? never : undefined);
		expect(faults.strike(toRead)).toBe(strikesRead ? never : undefined);
	});

	it('one, unless told how many', () => {
		const faults = certain();
		faults.add({ fault: never });
		faults.add({ times: 2, fault: { kind: 'slow', milliseconds: 1 } });
		const struck = [1, 2, 3, 4].map(() => faults.strike(toSend)?.kind);
		expect(struck).toEqual(['never', 'slow', 'slow', undefined]);
	});

	it('from the nth on that meets the rest', () => {
		const faults = certain();
		faults.add({ match: { method: 'POST', nth: 2 }, times: 2, fault: never });
		const calls = [toSend, toRead, toSend, toRead, toSend, toSend];
		expect(calls.map((call) => faults.strike(call)?.kind)).toEqual([
			undefined,
			undefined,
			'never',
			undefined,
			'never',
			undefined,
		]);
	});

	it('as often as the probability says', () => {
		const numbers = [0.1, 0.3, 0.29];
		const faults = new Faults(() => numbers.shift() ?? 1);
		faults.add({ probability: 0.3, times: Infinity, fault: never });
		expect([1, 2, 3].map(() => faults.strike(toSend)?.kind)).toEqual(['never', undefined, 'never']);
	});

	it('none after all were cleared', () => {
		const faults = certain();
		faults.add({ times: Infinity, fault: never });
		faults.clear();
		expect(faults.strike(toSend)).toBeUndefined();
	});

	it('but none with a path that is no expression', () => {
		expect(() => {
			certain().add({ match: { path: '(' }, fault: never });
		}).toThrow(SyntaxError);
	});
});

describe('what a fault does', () => {
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
	});

	it('status: no effect, and this answer', async () => {
		service.faults.add({
			fault: { kind: 'status', status: 503, message: 'Later', headers: { 'retry-after': '7' } },
		});
		const answer = await sendText(service, contactId);
		expect(answer.status).toBe(503);
		expect(answer.headers['retry-after']).toBe('7');
		expect(answer.json).toEqual({ status: 'error', message: 'Later', data: [] });
		expect(service.messages).toEqual([]);
		expect(service.calls).toMatchObject([
			{ status: 503, accepted: false, body: { body: [{ text: 'Hello' }] } },
		]);
	});

	it.each([
		[429, 'Too many requests'],
		[401, 'API Token is invalid.'],
		[500, 'Internal Server Error'],
	])('status %d has a message of its own', async (status, message) => {
		service.faults.add({ fault: { kind: 'status', status } });
		expect((await sendText(service, contactId)).json).toMatchObject({ message });
	});

	it('statusAfterEffect: effect, and this answer', async () => {
		service.faults.add({ fault: { kind: 'statusAfterEffect', status: 502 } });
		const answer = await sendText(service, contactId);
		expect(answer.status).toBe(502);
		expect(answer.json).toEqual({ status: 'error', message: 'Bad Gateway', data: [] });
		expect(service.messages).toHaveLength(1);
		expect(service.calls).toMatchObject([{ status: 502, accepted: true }]);
	});

	it('slow: the effect at once, the answer later', async () => {
		service.faults.add({ fault: { kind: 'slow', milliseconds: 120 } });
		const start = performance.now();
		const answer = await sendText(service, contactId);
		expect(performance.now() - start).toBeGreaterThanOrEqual(115);
		expect(answer.status).toBe(200);
		expect(service.messages).toHaveLength(1);
	});

	it.each([
		['beforeEffect', 0, false],
		['afterEffect', 1, true],
	] as const)('connectionLost %s', async (when, messages, accepted) => {
		service.faults.add({ fault: { kind: 'connectionLost', when } });
		await expect(sendText(service, contactId)).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(service.messages).toHaveLength(messages);
		expect(service.calls).toMatchObject([{ status: null, accepted }]);
		expect((await sendText(service, contactId)).status).toBe(200);
	});

	it.each([
		['text/html', '<p>Hello</p>'],
		['application/json', '{"status":"Succ'],
		['application/json', ''],
		['application/json', '[1]'],
	])('answer: effect, and exactly this: %s %p', async (contentType, body) => {
		const headers = { 'x-extra': 'yes' };
		service.faults.add({ fault: { kind: 'answer', status: 202, contentType, body, headers } });
		const answer = await sendText(service, contactId);
		expect(answer).toMatchObject({ status: 202, text: body });
		expect(answer.headers).toMatchObject({ 'content-type': contentType, 'x-extra': 'yes' });
		expect(service.messages).toHaveLength(1);
	});

	it('never: effect, and no answer until the service closes', async () => {
		const own = await startService();
		own.faults.add({ fault: { kind: 'never' } });
		let ended = false;
		const unanswered = sendText(own, contactId).finally(() => {
			ended = true;
		});
		const failure = expect(unanswered).rejects.toMatchObject({ code: 'ECONNRESET' });
		// The second call is answered after the first would have been.
		while (own.messages.length < 1) await callService(own, '/v1/contact/nobody');
		await callService(own, `/v1/contact/${contactId}`);
		expect(ended).toBe(false);
		expect(own.calls[0]).toMatchObject({ status: null, accepted: true });
		await own.close();
		await failure;
	});

	it('repeatPages: the first page again, and always another to come', async () => {
		for (let created = 0; created < 26; created += 1) {
			service.contacts.create([{ name: 'group', value: 'a' }]);
		}
		const search = async (page: number): Promise<ContactPage> => {
			const query = `name=group&value=a&page=${String(page)}`;
			const answer = await callService(service, `/v1/contact/by_custom_field?${query}`);
			return answer.json as ContactPage;
		};
		const first = await search(1);
		service.faults.add({ times: Infinity, fault: { kind: 'repeatPages' } });
		const ninth = await search(9);
		expect(ninth.data).toEqual(first.data);
		expect(ninth.meta).toMatchObject({ current_page: 9, last_page: 10 });
		expect(ninth.links.next).toContain('page=10');
	});

	it('redirect: no effect, and elsewhere', async () => {
		const location = 'http://127.0.0.1:9/elsewhere';
		service.faults.add({ fault: { kind: 'redirect', location, status: 307 } });
		const answer = await sendText(service, contactId);
		expect(answer.status).toBe(307);
		expect(answer.headers.location).toBe(location);
		expect(service.messages).toEqual([]);
	});

	it('nothing to calls that are refused for their token or rate', async () => {
		const own = await startService({ limits: { messagesPerSecond: 1 } });
		await sendText(own, contactId);
		own.faults.add({ fault: { kind: 'status', status: 500 } });
		const refused = [
			await sendText({ url: own.url, token: 'wrong' }, contactId),
			await sendText(own, contactId),
		];
		const struck = await callService(own, `/v1/contact/${contactId}`);
		await own.close();
		expect([...refused, struck].map(({ status }) => status)).toEqual([401, 429, 500]);
	});

	it('to the contact in the path, also where that is in Base64', async () => {
		const own = await startService({ channelType: 'viber' });
		own.faults.add({ match: { contactId }, fault: { kind: 'status', status: 500 } });
		const other = Buffer.from(own.contacts.all()[1]?.id ?? '').toString('base64');
		const answers = [
			await sendText(own, other),
			await sendText(own, Buffer.from(contactId).toString('base64')),
		];
		await own.close();
		expect(answers.map(({ status }) => status)).toEqual([200, 500]);
	});
});
