import { type Campaign, simulate } from './campaign';

const second = { from: 1_000, to: 1_000 };

describe('a campaign that has the token for itself', () => {
	it.each<[string, Partial<Campaign>]>([
		['a sliding window', {}],
		['a fixed window', { semantics: 'fixedWindow' }],
		['a token bucket', { semantics: 'tokenBucket' }],
		['answers of a second', { answer: second }],
		['two executions at once', { executions: 2 }],
		['two executions at once and answers of a second', { executions: 2, answer: second }],
	])('uses at least 97% of the limit over 1,000 messages under %s', async (_, campaign) => {
		const result = await simulate({ messages: 1_000, ...campaign });

		expect(result).toMatchObject({ sent: 1_000, failed: 0, refused: 0 });
		expect(result.shareOfLimit).toBeGreaterThanOrEqual(0.97);
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

	it('keeps the limit of 100 a minute as well', async () => {
		const result = await simulate({ messages: 1_000, limit: 100, windowMilliseconds: 60_000 });

		expect(result).toMatchObject({ sent: 1_000, failed: 0, refused: 0 });
		expect(result.shareOfLimit).toBeGreaterThanOrEqual(0.97);
	});
});

describe('a campaign that shares the token', () => {
	it.each<[string, Partial<Campaign>]>([
		['with Retry-After in seconds', {}],
		['with Retry-After as a date', { retryAfter: 'date' }],
		['without Retry-After', { retryAfter: 'none' }],
	])('gets every message out in three workers, with few refusals, %s', async (_, campaign) => {
		const result = await simulate({ messages: 6_000, workers: 3, ...campaign });

		expect(result).toMatchObject({ sent: 6_000, failed: 0 });
		expect(result.shareOfLimit).toBeGreaterThan(0.9);
		expect(result.refusedShare).toBeLessThan(0.03);
	});

	// Where windows begin for all at the same time, whoever comes late in one is refused for the others.
	it.each([
		['slidingWindow', 0.02],
		['fixedWindow', 0.05],
		['tokenBucket', 0.04],
	] as const)(
		'uses at least 93%% of the limit while three workers send, with few refusals, under a %s',
		async (semantics, refusedShare) => {
			const result = await simulate({ messages: 9_000, workers: 3, semantics });

			expect(result).toMatchObject({ sent: 9_000, failed: 0 });
			expect(result.shareWhileAllSend).toBeGreaterThanOrEqual(0.93);
			expect(result.refusedShare).toBeLessThanOrEqual(refusedShare);
		},
	);

	it.each([
		['evenly', [7, 7, 6]],
		['unevenly', [10, 7, 3]],
		['to two of them only', [10, 10, 0]],
	] as const)(
		'uses at least 90%% of the limit from the first to the last of 3,000 messages, given %s to three workers',
		async (_, executions) => {
			const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
			const results = await Promise.all(
				seeds.map((seed) => simulate({ messages: 3_000, workers: 3, executions, seed })),
			);

			const mean = (numbers: readonly number[]) =>
				numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
			expect(mean(results.map(({ shareOfLimit }) => shareOfLimit))).toBeGreaterThanOrEqual(0.9);
			expect(mean(results.map(({ refusedShare }) => refusedShare))).toBeLessThanOrEqual(0.03);
		},
	);

	it.each([20, 50, 100, 400])(
		'uses at least 90%% of the limit also where answers take %i ms',
		async (milliseconds) => {
			const answer = { from: milliseconds, to: 1.3 * milliseconds };
			const executions = [7, 7, 6];
			const result = await simulate({ messages: 3_000, workers: 3, executions, answer });

			expect(result).toMatchObject({ sent: 3_000, failed: 0 });
			expect(result.shareOfLimit).toBeGreaterThanOrEqual(0.9);
			expect(result.refusedShare).toBeLessThanOrEqual(0.04);
		},
	);

	// A strict sliding window has hardly ever room beside a lane that uses all of it: not promised there.
	it.each(['fixedWindow', 'tokenBucket'] as const)(
		'starves no worker that starts when another one has the whole limit, under a %s',
		async (semantics) => {
			const workers = 2;
			const result = await simulate({ messages: 12_000, workers, startsApart: 20_000, semantics });

			expect(result).toMatchObject({ sent: 12_000, failed: 0 });
			// Alone, the first one would need 240 seconds.
			expect(result.firstDone).toBeGreaterThan(270);
			expect(result.refusedShare).toBeLessThan(0.03);
		},
	);

	it('leaves room for others, and gets every message out', async () => {
		const result = await simulate({ messages: 3_000, othersPerSecond: 5 });

		expect(result).toMatchObject({ sent: 3_000, failed: 0 });
		expect(result.refusedShare).toBeLessThan(0.03);
	});
});
