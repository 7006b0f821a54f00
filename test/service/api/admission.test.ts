import { callService, sendText } from '../callService';
import type { LimitedGroup } from '../limiting/callLimits';
import type { Limits } from '../options';
import { type Service, startService } from '../startService';

let service: Service;
let contactId: string;

beforeAll(async () => {
	service = await startService();
	contactId = service.contacts.all()[0]?.id ?? '';
});
afterAll(async () => {
	await service.close();
});
beforeEach(() => {
	service.reset();
});

const errorEnvelope = (message: string): object => ({ status: 'error', message, data: [] });

describe('the token', () => {
	it.each([
		['missing', {}],
		['another', { authorization: 'Bearer another-token' }],
		['without its scheme', { authorization: 'test-channel-token' }],
	])('is invalid when %s, whatever else is wrong with the call', async (_how, headers) => {
		const path = '/v1/message/sendContent/nobody?unknown=1';
		const answer = await callService(service, path, { method: 'POST', body: '{', headers });
		expect(answer.status).toBe(401);
		expect(answer.json).toEqual(errorEnvelope('API Token is invalid.'));
		expect(service.calls).toMatchObject([{ status: 401, accepted: false, authorized: false }]);
	});

	it('is never in the log', async () => {
		await sendText(service, contactId);
		expect(JSON.stringify(service.calls)).not.toContain(service.token);
	});
});

describe('paths and methods', () => {
	it.each([
		['GET', '/v1/message/sendContent/1'],
		['GET', '/v1/contact'],
		['HEAD', '/v1/contact/1'],
		['DELETE', '/v1/contact/1'],
		['PATCH', '/v1/contact/1'],
		['PUT', '/v1/contact/by_custom_field'],
		['GET', '/v1/contact/1/tags'],
		['OPTIONS', '/v1/contact/1/tags'],
	])('%s %s is not an allowed method, even without a token', async (method, path) => {
		const answer = await callService(service, path, { method, headers: {} });
		expect(answer.status).toBe(405);
		if (method !== 'HEAD') expect(answer.json).toEqual(errorEnvelope('405 Method Not Allowed.'));
	});

	it.each([
		['POST', '/v1/message/sendContent/a/b'],
		['POST', '/v1/message/sendContent/'],
		['GET', '/v1/contact/'],
		['GET', '/v1/contact/1/tags/2'],
		['GET', '/v2/contact/1'],
		['POST', '/contact'],
	])('%s %s does not exist', async (method, path) => {
		const answer = await callService(service, path, { method });
		expect(answer.status).toBe(404);
		expect(answer.json).toEqual(errorEnvelope('Not Found'));
	});

	it('refuses a path that cannot be decoded', async () => {
		const answer = await callService(service, '/v1/contact/%zz');
		expect(answer.status).toBe(403);
		expect(answer.json).toMatchObject({ status: 'error', data: [] });
		expect(service.calls).toMatchObject([{ path: '/v1/contact/%zz', status: 403 }]);
	});

	it.each(['a/b?c#d é', '100%', '%2F', ' ', '+', '..;', '日本', 'x'.repeat(3_000)])(
		'takes the identifier %p as one encoded segment',
		async (id) => {
			service.contacts.add({ id, custom_fields: {}, tags: [], created_at: 1 });
			const answer = await callService(service, `/v1/contact/${encodeURIComponent(id)}`);
			expect(answer.json).toMatchObject({ data: { id } });
		},
	);
});

describe('rate limits', () => {
	const limited = async (limits: Partial<Limits>): Promise<Service> =>
		await startService({ limits: { semantics: 'slidingWindow', ...limits } });

	const callOf: Record<LimitedGroup, (on: Service) => ReturnType<typeof callService>> = {
		messages: async (on) => await sendText(on, contactId),
		contactCalls: async (on) => await callService(on, `/v1/contact/${contactId}`),
	};

	it('are those of the document unless told otherwise', async () => {
		const documented = await startService();
		const answers = await Promise.all(
			Array.from({ length: 101 }, async () => await callOf.contactCalls(documented)),
		);
		await documented.close();
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
	});

	it.each([
		['messages', { messagesPerSecond: 2 }, 'contactCalls'],
		['contactCalls', { contactCallsPerMinute: 2 }, 'messages'],
	] as const)('count %s apart', async (group, limits, otherGroup) => {
		const own = await limited(limits);
		const statuses = [];
		for (let call = 0; call < 3; call += 1) statuses.push((await callOf[group](own)).status);
		statuses.push((await callOf[otherGroup](own)).status);
		await own.close();
		expect(statuses).toEqual([200, 200, 429, 200]);
	});

	it('count every contact endpoint together', async () => {
		const own = await limited({ contactCallsPerMinute: 3 });
		await callService(own, '/v1/contact/by_custom_field?name=locale&value=x');
		await callService(own, '/v1/contact', { method: 'POST', body: {} });
		await callService(own, `/v1/contact/${contactId}/tags`, { method: 'DELETE', body: {} });
		const fourth = await callOf.contactCalls(own);
		await own.close();
		expect(fourth.status).toBe(429);
	});

	it('keep a refused call from having any effect, and come before validation', async () => {
		const own = await limited({ messagesPerSecond: 1 });
		await sendText(own, contactId, 'first');
		const second = await sendText(own, contactId, 'second');
		const malformed = await callService(own, `/v1/message/sendContent/${contactId}`, {
			method: 'POST',
			body: '{',
		});
		await own.close();
		expect(second.json).toEqual(errorEnvelope('Too many requests'));
		expect(malformed.status).toBe(429);
		expect(own.messages.map(({ item }) => item)).toEqual([{ type: 'text', text: 'first' }]);
		expect(own.statistics()).toMatchObject({ accepted: 1, rateLimited: 2, calls: 3 });
	});

	it('do not count calls with a wrong token', async () => {
		const own = await limited({ messagesPerSecond: 1 });
		await sendText({ url: own.url, token: 'wrong' }, contactId);
		const answer = await sendText(own, contactId);
		await own.close();
		expect(answer.status).toBe(200);
	});

	it.each([
		['seconds', /^([1-9]|[1-5]\d|60)$/],
		['date', /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/],
		['none', undefined],
	] as const)('tell when to come back as: %s', async (retryAfter, form) => {
		const own = await limited({ contactCallsPerMinute: 1, retryAfter });
		await callOf.contactCalls(own);
		const { status, headers } = await callOf.contactCalls(own);
		await own.close();
		expect(status).toBe(429);
		if (form) expect(headers['retry-after']).toMatch(form);
		else expect(headers).not.toHaveProperty('retry-after');
	});

	it('can be lifted while the service runs', async () => {
		const own = await limited({ messagesPerSecond: 1 });
		await sendText(own, contactId);
		own.configure({ limits: { messagesPerSecond: null } });
		const answers = await Promise.all(
			Array.from({ length: 50 }, async () => await sendText(own, contactId)),
		);
		await own.close();
		expect(answers.every(({ status }) => status === 200)).toBe(true);
	});

	it('refuse a limit of nothing', async () => {
		await expect(limited({ messagesPerSecond: 0 })).rejects.toThrow(RangeError);
	});
});
