import fc from 'fast-check';

import {
	exponentialBackoff,
	retryAfterDelay,
} from '../../../nodes/ChannelMessaging/rateLimit/backoff';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const rounds = fc.integer({ min: 1, max: 2_000 });

describe('a growing wait', () => {
	it('doubles from a second up to a minute', () => {
		const waits = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((round) => exponentialBackoff(round, 0));
		expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
	});

	it('takes up to a tenth more by chance', () => {
		expect(exponentialBackoff(1, 0.5)).toBe(1_050);
		expect(exponentialBackoff(1, 0.999)).toBeCloseTo(1_099.9);
	});

	it('never takes less by chance, nor ever more than a tenth', () => {
		fc.assert(
			fc.property(rounds, chance, (round, random) => {
				const wait = exponentialBackoff(round, random);
				expect(wait).toBeGreaterThanOrEqual(exponentialBackoff(round, 0));
				expect(wait).toBeLessThanOrEqual(exponentialBackoff(round, 0) * 1.1);
			}),
		);
	});

	it('never shrinks from round to round, up to its largest', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 6 }), chance, chance, (round, one, other) => {
				expect(exponentialBackoff(round + 1, one)).toBeGreaterThan(
					exponentialBackoff(round, other),
				);
			}),
		);
	});
});

describe('a wait that was asked for', () => {
	it.each([
		[3_000, 0, 3_000],
		[3_000, 0.5, 3_150],
		[0, 0, 0],
		[0, 0.5, 12.5],
		[3_600_000, 0.5, 3_603_000],
	])('of %d ms takes, at chance %d, %d ms', (asked, random, wait) => {
		expect(retryAfterDelay(asked, random)).toBe(wait);
	});

	it('is never less than asked, and little more', () => {
		const asks = fc.oneof(
			fc.integer({ min: 0, max: 100_000 }),
			fc.double({ min: 0, max: 1e12, noNaN: true }),
		);
		fc.assert(
			fc.property(asks, chance, (asked, random) => {
				const wait = retryAfterDelay(asked, random);
				expect(wait).toBeGreaterThanOrEqual(asked);
				expect(wait).toBeLessThanOrEqual(asked + Math.max(25, Math.min(6_000, asked * 0.1)) + 1e-3);
			}),
		);
	});

	it('keeps callers apart that were refused together, also where no wait was asked for', () => {
		expect(retryAfterDelay(0, 0.9) - retryAfterDelay(0, 0.1)).toBeGreaterThan(10);
	});
});
