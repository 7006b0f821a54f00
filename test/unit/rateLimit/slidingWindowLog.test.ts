import {
	type LoggedRequest,
	SlidingWindowLog,
} from '../../../nodes/ChannelMessaging/rateLimit/slidingWindowLog';

describe('SlidingWindowLog', () => {
	const requestAt = (writtenAt: number, isRejected = false): LoggedRequest => ({
		permittedAt: writtenAt,
		writtenAt,
		isRejected,
	});

	it('returns the smoothed fraction of accepted requests in an interval', () => {
		const log = new SlidingWindowLog(1_000);
		for (const time of [10, 30]) log.add(requestAt(time));
		for (const time of [5, 20, 35]) log.add(requestAt(time, true));

		expect(log.acceptedRatio(10, 30)).toBe((2 + 2) / (3 + 2));
		expect(log.acceptedRatio(40, 50)).toBe(1);
	});

	it('drops requests older than the retention time', () => {
		const log = new SlidingWindowLog(1_000);
		for (let time = 0; time < 100_000; time += 10) log.add(requestAt(time));

		expect(log.nthLatestWrittenAt(100)).toBe(99_000);
		expect(log.nthLatestWrittenAt(300)).toBeUndefined();
	});
});
