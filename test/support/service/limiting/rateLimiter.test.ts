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
	beforeEach(async () => {
		const limits = { messagesPerSecond: 1, contactRequestsPerMinute: 1 };
		service = await startService({ acceptUnknownContacts: true, limits });
		// Otherwise, requests on a busy machine could be more than a second apart.
		jest.spyOn(performance, 'now').mockReturnValue(0);
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await service.close();
	});
	const send = async (): Promise<number> => (await sendText(service, '1')).status;
	const read = async (): Promise<number> => (await fetchApi(service, '/v1/contact/1')).status;

	it('The local service counts messages and contact requests with the token separately', async () => {
		await sendText({ url: service.url, token: 'wrong' }, '1');

		expect([await send(), await send()]).toEqual([200, 429]);
		expect([await read(), await read()]).toEqual([403, 429]);
	});

	it('The local service responds with 429 and Retry-After before it reads the body', async () => {
		service.configure({ limits: { retryAfter: 'seconds' } });
		await read();

		expect(await fetchApi(service, '/v1/contact', { method: 'POST', body: '{' })).toMatchObject({
			status: 429,
			headers: { 'retry-after': '60' },
			json: { status: 'error', message: 'Too many requests', data: [] },
		});
	});

	it('The local service applies new limits immediately', async () => {
		await send();
		service.configure({ limits: { messagesPerSecond: null } });

		expect([await send(), await send()]).toEqual([200, 200]);
	});
});
