import { callService, sendText } from '../callService';
import type { ConfigurationChange } from '../configuration';
import { type Service, startService } from '../startService';
import { limiters } from './rateLimiter';
import { retryAfterHeader } from './retryAfter';

const rate = { calls: 3, windowMs: 1_000 };

describe('three calls a second', () => {
	// Where a call has nothing to wait for, it was admitted.
	it.each([
		{
			name: 'fixedWindow',
			when: 'again at the next whole second',
			times: [5_100, 5_900, 5_999, 5_999, 6_000, 6_000, 6_000, 6_400],
			waits: [0, 0, 0, 1, 0, 0, 0, 600],
		},
		{
			name: 'slidingWindow',
			when: 'one second after the calls that were admitted',
			times: [5_000, 5_500, 5_900, 5_950, 5_999, 6_000, 6_001, 6_500],
			waits: [0, 0, 0, 50, 1, 0, 499, 0],
		},
		{
			name: 'tokenBucket',
			when: 'one each third of a second, of which three can be saved up',
			times: [5_000, 5_000, 5_000, 5_100, 5_334, 5_334, 99_000, 99_000, 99_000, 99_000],
			waits: [0, 0, 0, 233, 0, 333, 0, 0, 0, 333],
		},
	] as const)('$name: $when', ({ name, times, waits }) => {
		const limiter = limiters[name](rate);
		const told = times.map((time) => {
			const admission = limiter.admit(time);
			return admission.admitted ? 0 : Math.round(admission.retryAfterMilliseconds);
		});
		expect(told).toEqual(waits);
	});
});

it.each([
	['seconds', 1_000, '1'],
	['seconds', 1_001, '2'],
	['date', 600, 'Sun, 01 Jun 2025 12:00:01 GMT'],
	['date', 601, 'Sun, 01 Jun 2025 12:00:02 GMT'],
	['none', 600, undefined],
] as const)('Retry-After as %s, rounded up: %d ms are %s', (form, milliseconds, header) => {
	expect(retryAfterHeader(form, milliseconds, Date.UTC(2025, 5, 1, 12, 0, 0, 400))).toBe(header);
});

describe('the service', () => {
	let service: Service;
	afterEach(async () => {
		await service.close();
	});
	const start = async (configuration: ConfigurationChange = {}): Promise<void> => {
		service = await startService({ acceptUnknownContacts: true, ...configuration });
	};
	const send = async (): Promise<number> => (await sendText(service, '1')).status;
	const read = async (): Promise<number> => (await callService(service, '/v1/contact/1')).status;

	it('admits 100 contact calls a minute unless told otherwise, of all endpoints together', async () => {
		await start();
		const paths = ['/v1/contact/1', '/v1/contact/by_custom_field?name=locale&value=x'];
		const calls = Array.from({ length: 101 }, (_, index) => paths[index % 2] ?? '');
		const answers = await Promise.all(calls.map(async (path) => await callService(service, path)));
		expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
	});

	it.each([
		['messages', { messagesPerSecond: 2 }, [200, 200, 429, 403]],
		['contact calls', { contactCallsPerMinute: 2 }, [403, 403, 429, 200]],
	])('counts %s apart', async (group, limits, statuses) => {
		await start({ limits: { semantics: 'slidingWindow', ...limits } });
		const [counted, other] = group === 'messages' ? [send, read] : [read, send];
		const seen = await Promise.all([counted(), counted(), counted()]);
		expect([...seen.sort(), await other()]).toEqual(statuses);
	});

	it('refuses before it looks at the body, does nothing, and tells when to come back', async () => {
		await start({ limits: { contactCallsPerMinute: 1 } });
		await read();
		const answer = await callService(service, '/v1/contact', { method: 'POST', body: '{' });
		expect(answer).toMatchObject({
			status: 429,
			headers: { 'retry-after': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) as string },
			json: { status: 'error', message: 'Too many requests', data: [] },
		});
		expect(service.statistics()).toMatchObject({ rateLimited: 1, calls: 2 });
	});

	it('does not count calls with a wrong token', async () => {
		await start({ limits: { messagesPerSecond: 1 } });
		await sendText({ url: service.url, token: 'wrong' }, '1');
		expect(await send()).toBe(200);
	});

	it('takes other limits while it runs, but none of zero', async () => {
		await start({ limits: { messagesPerSecond: 1 } });
		await send();
		service.configure({ limits: { messagesPerSecond: null } });
		expect(await Promise.all(Array.from({ length: 5 }, send))).toEqual([200, 200, 200, 200, 200]);
		expect(() => {
			service.configure({ limits: { messagesPerSecond: 0 } });
		}).toThrow('messagesPerSecond');
	});
});
