import {
	type LoggedCall,
	SlidingWindowLog,
} from '../../../nodes/ChannelMessaging/rateLimit/slidingWindowLog';

const call = (writtenAt: number, isRefused = false): LoggedCall => ({
	permittedAt: writtenAt,
	writtenAt,
	isRefused,
});

const logOf = (calls: readonly LoggedCall[]) => {
	const log = new SlidingWindowLog(1_000);
	for (const logged of calls) log.add(logged);
	return log;
};

it('knows when each of the newest calls was written', () => {
	const log = logOf([call(1), call(2), call(3)]);

	expect([1, 2, 3, 4].map((position) => log.writtenAt(position))).toEqual([3, 2, 1, undefined]);
});

it('forgets a call that was not made', () => {
	const unmade = call(2);
	const log = logOf([call(1), unmade, call(3)]);
	log.remove(unmade);
	log.remove(unmade);

	expect([1, 2, 3].map((position) => log.writtenAt(position))).toEqual([3, 1, undefined]);
});

it('knows which part of the calls of a time was taken, and does not trust a few', () => {
	const log = logOf([call(5, true), call(10), call(20, true), call(30), call(35, true)]);

	expect(log.takenPart(10, 30)).toBe((2 + 2) / (3 + 2));
	expect(log.takenPart(40, 50)).toBe(1);
});

it('keeps no more calls than it needs, however many were made', () => {
	const log = new SlidingWindowLog(1_000);
	for (let time = 0; time < 100_000; time += 10) log.add(call(time));

	expect(log.writtenAt(100)).toBe(99_000);
	expect(log.writtenAt(300)).toBeUndefined();
});
