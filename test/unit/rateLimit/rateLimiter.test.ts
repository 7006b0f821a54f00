import { RateLimiter } from '../../../nodes/ChannelMessaging/rateLimit/rateLimiter';

const second = 1_000;
/** A window with the least safety margin, in milliseconds. */
const window = second + 15;

const limiterOf = (limit: number) => new RateLimiter(() => ({ limit, windowMs: second }));

/** When so many calls that come together may leave, in milliseconds. */
function leaveAll(limiter: RateLimiter, calls: number, from = 0): number[] {
	let now = from;
	return Array.from({ length: calls }, (_, index) => {
		now += limiter.msUntilNext(now);
		limiter.acquire(now, calls - index - 1);
		return now;
	});
}

it('lets what fits into a window leave at once', () => {
	expect(new Set(leaveAll(limiterOf(25), 25))).toEqual(new Set([0]));
});

it('lets more than that leave evenly over half a window, and the rest a window later', () => {
	const times = leaveAll(limiterOf(25), 50);

	expect(times[1]).toBeCloseTo(window / 2 / 25);
	expect(times[24]).toBeCloseTo((24 * window) / 2 / 25);
	expect(times[25]).toBeCloseTo(window);
	expect(times[49]).toBeCloseTo(window + (24 * window) / 2 / 25);
});

it('lets a whole window leave at once again when nothing waited meanwhile', () => {
	const limiter = limiterOf(25);
	leaveAll(limiter, 50);
	limiter.idle();

	expect(new Set(leaveAll(limiter, 25, 10 * second))).toEqual(new Set([10 * second]));
});

it('lets a later rush leave evenly from its own beginning', () => {
	const limiter = limiterOf(25);
	leaveAll(limiter, 50);
	limiter.idle();

	const times = leaveAll(limiter, 50, 10 * second);

	expect(times[1]).toBeCloseTo(10 * second + window / 2 / 25);
	expect(times[24]).toBeCloseTo(10 * second + (24 * window) / 2 / 25);
});

it('lets what fits into a window leave at once in the place of a call that is not made', () => {
	const limiter = limiterOf(25);
	limiter.release(limiter.acquire(0, 50));

	expect(new Set(leaveAll(limiter, 50, 10).slice(0, 25))).toEqual(new Set([10]));
});

it('counts a call from when it was written', () => {
	const limiter = limiterOf(1);
	limiter.acquire(0, 0).writtenAt = 400;

	expect(limiter.msUntilNext(500)).toBe(400 + window - 500);
});

it('lets nothing leave while it is paused, and is never paused for less than before', () => {
	const limiter = limiterOf(25);
	limiter.pause(5 * second);
	limiter.pause(second);

	expect(limiter.msUntilNext(0)).toBe(5 * second);
});

describe('after a refusal', () => {
	/** A limiter whose last of 25 calls was refused, so that 10 of 25 are let go for a while. */
	function refusedOften() {
		const limiter = limiterOf(25);
		const calls = Array.from({ length: 25 }, () => limiter.acquire(0, 0));
		for (const call of calls.slice(10)) limiter.rejected(call, 200);
		return limiter;
	}

	it('fewer calls leave in a window, and as many as before in the end', () => {
		const limiter = refusedOften();
		const inWindow = (from: number) => {
			limiter.idle();
			return leaveAll(limiter, 30, from).filter((time) => time < from + second).length;
		};

		expect(inWindow(2 * second)).toBeLessThanOrEqual(12);
		expect(inWindow(60 * second)).toBe(25);
	});

	it('the safety margin is wider, and eases with success', () => {
		const limiter = limiterOf(1);
		limiter.rejected(limiter.acquire(0, 0), 0);
		const later = 100 * second;
		limiter.acquire(later, 0);
		expect(limiter.msUntilNext(later)).toBe(second + 30);

		for (let success = 0; success < 10_000; success += 1) limiter.accepted();
		expect(limiter.msUntilNext(later)).toBe(window);
	});
});

it('goes on trying, at most once in twenty windows, where everything is refused', () => {
	const limiter = limiterOf(25);
	let now = 0;
	let tries = 0;
	for (; now < 600 * second; tries += 1) {
		now += limiter.msUntilNext(now);
		limiter.rejected(limiter.acquire(now, 1), now + 100);
		now += 100;
	}

	expect(tries).toBeGreaterThan(600 / 21);
	expect(limiter.msUntilNext(now)).toBeGreaterThan(2 * second);
	expect(limiter.msUntilNext(now)).toBeLessThanOrEqual(21 * second);
});
