import {
	type LoggedRequest,
	SlidingWindowLog,
} from '../../../nodes/ChannelMessaging/rateLimit/rateLimiter';

const call = (writtenAt: number, isRefused = false): LoggedRequest => ({
	permittedAt: writtenAt,
	writtenAt,
	isRejected: isRefused,
});

it('knows which part of the calls of a time was taken, and does not trust a few', () => {
	const log = new SlidingWindowLog(1_000);
	for (const time of [10, 30]) log.add(call(time));
	for (const time of [5, 20, 35]) log.add(call(time, true));

	expect(log.acceptedRatio(10, 30)).toBe((2 + 2) / (3 + 2));
	expect(log.acceptedRatio(40, 50)).toBe(1);
});

it('keeps no more calls than it needs, however many were made', () => {
	const log = new SlidingWindowLog(1_000);
	for (let time = 0; time < 100_000; time += 10) log.add(call(time));

	expect(log.nthLatestWrittenAt(100)).toBe(99_000);
	expect(log.nthLatestWrittenAt(300)).toBeUndefined();
});
