import {
	exponentialBackoff,
	retryAfterDelay,
} from '../../../nodes/ChannelMessaging/rateLimit/backoff';

describe('exponentialBackoff', () => {
	it('doubles the wait in each round, from 1 s to 60 s', () => {
		const waits = [1, 2, 3, 4, 5, 6, 7, 8, 2_000].map((round) => exponentialBackoff(round, 0));

		expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
	});

	it('adds up to 10% jitter', () => {
		expect(exponentialBackoff(1, 0.5)).toBe(1_050);
		expect(exponentialBackoff(7, 0.5)).toBe(63_000);
	});
});

describe('retryAfterDelay', () => {
	it.each([
		{ title: 'adds no jitter for a random number of 0', retryAfterMs: 3_000, random: 0, ms: 3_000 },
		{ title: 'adds up to 10% jitter', retryAfterMs: 3_000, random: 0.5, ms: 3_150 },
		{ title: 'adds jitter to a wait of 0', retryAfterMs: 0, random: 0.5, ms: 12.5 },
		{
			title: 'adds at most 6 s of jitter',
			retryAfterMs: 3_600_000,
			random: 0.5,
			ms: 3_603_000,
		},
	])('$title', ({ retryAfterMs, random, ms }) => {
		expect(retryAfterDelay(retryAfterMs, random)).toBe(ms);
	});
});
