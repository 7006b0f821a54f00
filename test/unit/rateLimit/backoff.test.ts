import {
	exponentialBackoff,
	retryAfterDelay,
} from '../../../nodes/ChannelMessaging/rateLimit/backoff';

it('a growing wait doubles from a second up to a minute', () => {
	const waits = [1, 2, 3, 4, 5, 6, 7, 8, 2_000].map((round) => exponentialBackoff(round, 0));

	expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});

it('a growing wait takes up to a tenth more by chance', () => {
	expect(exponentialBackoff(1, 0.5)).toBe(1_050);
	expect(exponentialBackoff(7, 0.5)).toBe(63_000);
});

it.each([
	[3_000, 0, 3_000],
	[3_000, 0.5, 3_150],
	[0, 0, 0],
	// Callers that were refused together are kept apart also where no wait was asked for.
	[0, 0.5, 12.5],
	[3_600_000, 0.5, 3_603_000],
])('a wait of %d ms that was asked for takes, at chance %d, %d ms', (asked, random, wait) => {
	expect(retryAfterDelay(asked, random)).toBe(wait);
});
