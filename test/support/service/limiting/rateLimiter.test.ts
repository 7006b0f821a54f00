import type { ConfigurationChange } from '../configuration';
import { fetchApi, sendText } from '../fetchApi';
import { type Service, startService } from '../startService';
import { limiters } from './rateLimiter';
import { retryAfterHeader } from './retryAfter';

const rate = { requests: 3, windowMs: 1_000 };

// A wait of 0 is an admitted request.
it.each([
	{
		name: 'fixedWindow',
		description: 'resets at the start of each second',
		times: [5_100, 5_900, 5_999, 5_999, 6_000, 6_000, 6_000, 6_400],
		waits: [0, 0, 0, 1, 0, 0, 0, 600],
	},
	{
		name: 'slidingWindow',
		description: 'accepts a request one second after the third most recent one',
		times: [5_000, 5_500, 5_900, 5_950, 5_999, 6_000, 6_001, 6_500],
		waits: [0, 0, 0, 50, 1, 0, 499, 0],
	},
	{
		name: 'tokenBucket',
		description: 'refills three tokens per second',
		times: [5_000, 5_000, 5_000, 5_100, 5_334, 5_334, 99_000, 99_000, 99_000, 99_000],
		waits: [0, 0, 0, 233, 0, 333, 0, 0, 0, 333],
	},
] as const)('The $name limiter $description', ({ name, times, waits }) => {
	const limiter = limiters[name](rate);

	const actual = times.map((time) => {
		const admission = limiter.admit(time);
		return admission.admitted ? 0 : Math.round(admission.retryAfterMs);
	});

	expect(actual).toEqual(waits);
});

it.each([
	['seconds', 1_000, '1'],
	['seconds', 1_001, '2'],
	['date', 600, 'Sun, 01 Jun 2025 12:00:01 GMT'],
	['date', 601, 'Sun, 01 Jun 2025 12:00:02 GMT'],
	['none', 600, undefined],
] as const)(
	'retryAfterHeader in the format %s rounds %d ms up to %s',
	(form, milliseconds, header) => {
		expect(retryAfterHeader(form, milliseconds, Date.UTC(2025, 5, 1, 12, 0, 0, 400))).toBe(header);
	},
);

describe('Rate limits', () => {
	let service: Service;
	afterEach(async () => {
		jest.restoreAllMocks();
		await service.close();
	});
	const start = async (configuration: ConfigurationChange = {}): Promise<void> => {
		service = await startService({ acceptUnknownContacts: true, ...configuration });
	};
	const send = async (): Promise<number> => (await sendText(service, '1')).status;
	const read = async (): Promise<number> => (await fetchApi(service, '/v1/contact/1')).status;

	it('The local service accepts 100 contact requests per minute by default', async () => {
		await start();
		const paths = ['/v1/contact/1', '/v1/contact/by_custom_field?name=locale&value=x'];
		const requests = Array.from({ length: 101 }, (_, index) => paths[index % 2] ?? '');

		const responses = await Promise.all(
			requests.map(async (path) => await fetchApi(service, path)),
		);

		expect(responses.filter(({ status }) => status === 429)).toHaveLength(1);
	});

	it('The local service counts messages and contact requests separately', async () => {
		// Otherwise, requests on a busy machine could be more than a second apart.
		jest.spyOn(performance, 'now').mockReturnValue(0);
		await start({ limits: { messagesPerSecond: 1, contactRequestsPerMinute: 1 } });

		expect([await send(), await send()]).toEqual([200, 429]);
		expect([await read(), await read()]).toEqual([403, 429]);
	});

	it.each([
		['none', {}, undefined],
		['seconds', { retryAfter: 'seconds' }, expect.stringMatching(/^([1-9]|[1-5]\d|60)$/) as string],
	] as const)(
		'The local service responds with 429 before it reads the body (Retry-After: %s)',
		async (_form, limits, header) => {
			await start({ limits: { contactRequestsPerMinute: 1, ...limits } });
			await read();

			const response = await fetchApi(service, '/v1/contact', { method: 'POST', body: '{' });

			expect(response).toMatchObject({
				status: 429,
				json: { status: 'error', message: 'Too many requests', data: [] },
			});
			expect(response.headers['retry-after']).toEqual(header);
			expect(service.statistics()).toMatchObject({ rateLimited: 1, requests: 2 });
		},
	);

	it('The local service does not count requests with a wrong token', async () => {
		await start({ limits: { messagesPerSecond: 1 } });

		await sendText({ url: service.url, token: 'wrong' }, '1');

		expect(await send()).toBe(200);
	});

	it('The local service applies new limits immediately and rejects a limit of zero', async () => {
		await start({ limits: { messagesPerSecond: 1 } });
		await send();

		service.configure({ limits: { messagesPerSecond: null } });

		expect(await Promise.all(Array.from({ length: 5 }, send))).toEqual([200, 200, 200, 200, 200]);
		expect(() => {
			service.configure({ limits: { messagesPerSecond: 0 } });
		}).toThrow('messagesPerSecond');
	});
});
