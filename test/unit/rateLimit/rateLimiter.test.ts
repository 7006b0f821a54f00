import { RateLimiter } from '../../../nodes/ChannelMessaging/rateLimit/rateLimiter';
import { timings } from '../../../nodes/ChannelMessaging/rateLimit/windowsAndPatience';

const second = 1_000;
/** A window of one second with the minimum safety margin, in milliseconds. */
const window = second + 15;

const limiterOf = (limit: number) => new RateLimiter(limit, timings.message);

/** Returns when each of the requests that are queued at a time is sent. */
function send(limiter: RateLimiter, count: number, from = 0): number[] {
	let now = from;
	return Array.from({ length: count }, (_, index) => {
		const others = count - index - 1;
		now += limiter.msUntilNext(now, others);
		limiter.acquire(now, others);
		return now;
	});
}

describe('RateLimiter', () => {
	it('sends requests immediately if they fit into one window', () => {
		expect(new Set(send(limiterOf(25), 25))).toEqual(new Set([0]));
	});

	it('paces longer queues over half of each window', () => {
		const times = send(limiterOf(25), 50);

		expect(times[1]).toBeCloseTo(window / 2 / 25);
		expect(times[24]).toBeCloseTo((24 * window) / 2 / 25);
		expect(times[25]).toBeCloseTo(window);
		expect(times[49]).toBeCloseTo(window + (24 * window) / 2 / 25);
	});

	it('does not pace a short queue that is sent between two long ones', () => {
		const limiter = limiterOf(25);
		send(limiter, 50);
		expect(new Set(send(limiter, 25, 10 * second))).toEqual(new Set([10 * second]));

		const times = send(limiter, 50, 20 * second);
		expect(times[1]).toBeCloseTo(20 * second + window / 2 / 25);
		expect(times[24]).toBeCloseTo(20 * second + (24 * window) / 2 / 25);
	});

	it('does not pace requests after an unused permit is released', () => {
		const limiter = limiterOf(25);
		limiter.release(limiter.acquire(0, 50));

		expect(new Set(send(limiter, 50, 10).slice(0, 25))).toEqual(new Set([10]));
	});

	it('lowers its limit after 429s and recovers within a minute', () => {
		const limiter = limiterOf(25);
		const requests = Array.from({ length: 25 }, () => limiter.acquire(0, 0));
		for (const request of requests.slice(10)) limiter.rejected(request, 200);
		const sentInSecond = (from: number) => {
			return send(limiter, 30, from).filter((time) => time < from + second).length;
		};

		expect(sentInSecond(2 * second)).toBeLessThanOrEqual(12);
		expect(sentInSecond(60 * second)).toBe(25);
	});

	it('widens its safety margin after a 429 and narrows it after successes', () => {
		const limiter = limiterOf(1);
		limiter.rejected(limiter.acquire(0, 0), 0);
		const later = 100 * second;
		limiter.acquire(later, 0);
		expect(limiter.msUntilNext(later, 0)).toBe(second + 30);

		for (let success = 0; success < 10_000; success += 1) limiter.accepted();
		expect(limiter.msUntilNext(later, 0)).toBe(window);
	});

	it('sends one message per test interval if the service rejects all of them', () => {
		const { maxTestIntervalMs } = timings.message;
		const limiter = limiterOf(25);
		let now = 0;
		const intervals = Array.from({ length: 100 }, () => {
			const waitMs = limiter.msUntilNext(now, 1);
			now += waitMs;
			limiter.rejected(limiter.acquire(now, 1), now);
			return waitMs;
		});

		expect(intervals.at(-1)).toBeGreaterThan(maxTestIntervalMs / 2);
		expect(intervals.at(-1)).toBeLessThan(maxTestIntervalMs * 1.1);
	});
});
