import { type Campaign, simulate } from './campaign';

const second = { from: 1_000, to: 1_000 };

describe('a campaign that has the token for itself', () => {
	it.each<[string, Partial<Campaign>]>([
		['a sliding window', {}],
		['a fixed window', { semantics: 'fixedWindow' }],
		['a token bucket', { semantics: 'tokenBucket' }],
		['answers of a second', { answer: second }],
		['two executions at once', { executions: 2 }],
		['the limit of 100 contact calls a minute', { limit: 100, windowMs: 60_000 }],
	])('uses at least 97.5% of the limit without a refusal under %s', async (_, campaign) => {
		const result = await simulate({ messages: 1_000, ...campaign });

		expect(result).toMatchObject({ sent: 1_000, failed: 0, refused: 0 });
		expect(result.shareOfLimit).toBeGreaterThanOrEqual(0.975);
	});

	it.each([1, 2, 3, 4, 5])(
		'is refused at most twice in 1,000 with 30 ms of jitter (seed %i)',
		async (seed) => {
			const network = { from: 0, to: 30 };
			const result = await simulate({ messages: 1_000, network, seed });

			expect(result).toMatchObject({ sent: 1_000, failed: 0 });
			expect(result.refused).toBeLessThanOrEqual(2);
		},
	);

	it('is done with 25 messages after one round trip', async () => {
		const answer = { from: 200, to: 200 };
		const result = await simulate({ messages: 25, answer });

		expect(result.seconds).toBeLessThanOrEqual(0.3);
	});
});

// How well it does is printed by `npm run simulate`; here is what must always hold.
describe('a campaign that shares the token', () => {
	it.each<[string, Partial<Campaign>]>([
		['three workers', { workers: 3 }],
		['three workers, Retry-After as a date', { workers: 3, retryAfter: 'date' }],
		['three workers, no Retry-After', { workers: 3, retryAfter: 'none' }],
		['three workers, a fixed window', { workers: 3, semantics: 'fixedWindow' }],
		['three workers, a token bucket', { workers: 3, semantics: 'tokenBucket' }],
		['three workers with answers of 20 ms', { workers: 3, answer: { from: 20, to: 26 } }],
		['a worker that starts late', { workers: 2, startsApart: 20_000 }],
		['ten workers', { workers: 10 }],
		['somebody heedless', { othersPerSecond: 5 }],
	])('is sent once and whole, most of the time at the limit: %s', async (_, campaign) => {
		const result = await simulate({ messages: 3_000, ...campaign });

		expect(result).toMatchObject({ sent: 3_000, failed: 0 });
		expect(result.shareOfLimit).toBeGreaterThan(0.6);
		expect(result.refusedShare).toBeLessThan(0.2);
	});
});
