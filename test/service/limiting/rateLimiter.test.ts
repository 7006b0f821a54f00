import fc from 'fast-check';
import { fixedWindow, type RateLimiter, slidingWindow, tokenBucket } from './rateLimiter';

const rate = { calls: 3, windowMilliseconds: 1_000 };

const admitAll = (limiter: RateLimiter, times: readonly number[]): boolean[] =>
	times.map((time) => limiter.admit(time).admitted);

/** Ascending arrival times, dense enough for every limiter to refuse some. */
const arrivals = fc
	.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 200 })
	.map((gaps) => {
		let time = 1_700_000_000_123;
		return gaps.map((gap) => (time += gap));
	});
const rates = fc.record({
	calls: fc.integer({ min: 1, max: 12 }),
	windowMilliseconds: fc.integer({ min: 1, max: 1_500 }),
});

const admittedOf = (limiter: RateLimiter, times: readonly number[]): number[] =>
	times.filter((time) => limiter.admit(time).admitted);

const mostIn = (
	times: readonly number[],
	isWith: (last: number, time: number) => boolean,
): number =>
	Math.max(
		...times.map((last) => times.filter((time) => time <= last && isWith(last, time)).length),
	);

describe('fixed window', () => {
	it('admits the rate up to the last millisecond of a window and again at the next one', () => {
		expect(
			admitAll(fixedWindow(rate), [5_000, 5_999, 5_999, 5_999, 6_000, 6_000, 6_000, 6_000]),
		).toEqual([true, true, true, false, true, true, true, false]);
	});

	it('says how long the window still lasts', () => {
		const limiter = fixedWindow(rate);
		admitAll(limiter, [5_100, 5_100, 5_100]);
		expect(limiter.admit(5_400)).toEqual({ admitted: false, retryAfterMilliseconds: 600 });
	});

	it('never admits more than the rate in a window aligned to the epoch', () => {
		fc.assert(
			fc.property(rates, arrivals, (anyRate, times) => {
				const window = (time: number): number => Math.floor(time / anyRate.windowMilliseconds);
				const admitted = admittedOf(fixedWindow(anyRate), times);
				expect(mostIn(admitted, (last, time) => window(last) === window(time))).toBeLessThanOrEqual(
					anyRate.calls,
				);
			}),
		);
	});
});

describe('sliding window', () => {
	it('admits again exactly one window after the call that made it full', () => {
		const limiter = slidingWindow(rate);
		expect(admitAll(limiter, [5_000, 5_500, 5_900, 5_999, 6_000, 6_001])).toEqual([
			true,
			true,
			true,
			false,
			true,
			false,
		]);
	});

	it('says when the oldest call leaves the window', () => {
		const limiter = slidingWindow(rate);
		admitAll(limiter, [5_000, 5_500, 5_900]);
		expect(limiter.admit(5_950)).toEqual({ admitted: false, retryAfterMilliseconds: 50 });
	});

	it('does not count refused calls', () => {
		const limiter = slidingWindow(rate);
		admitAll(limiter, [5_000, 5_000, 5_000, 5_400, 5_800, 5_999]);
		expect(admitAll(limiter, [6_000, 6_000, 6_000, 6_000])).toEqual([true, true, true, false]);
	});

	it('never admits more than the rate in any window', () => {
		fc.assert(
			fc.property(rates, arrivals, (anyRate, times) => {
				const admitted = admittedOf(slidingWindow(anyRate), times);
				expect(
					mostIn(admitted, (last, time) => time > last - anyRate.windowMilliseconds),
				).toBeLessThanOrEqual(anyRate.calls);
			}),
		);
	});
});

describe('token bucket', () => {
	it('admits a whole rate at once and then one per share of the window', () => {
		const limiter = tokenBucket({ calls: 4, windowMilliseconds: 1_000 });
		expect(
			admitAll(limiter, [5_000, 5_000, 5_000, 5_000, 5_000, 5_249, 5_250, 5_250, 5_500]),
		).toEqual([true, true, true, true, false, false, true, false, true]);
	});

	it('says how long the next token takes', () => {
		const limiter = tokenBucket({ calls: 4, windowMilliseconds: 1_000 });
		admitAll(limiter, [5_000, 5_000, 5_000, 5_000]);
		expect(limiter.admit(5_100)).toEqual({ admitted: false, retryAfterMilliseconds: 150 });
	});

	it('holds no more than one rate, however long nobody calls', () => {
		const limiter = tokenBucket(rate);
		expect(admitAll(limiter, [5_000, 99_000, 99_000, 99_000, 99_000])).toEqual([
			true,
			true,
			true,
			true,
			false,
		]);
	});

	it('never admits more than the bucket holds and gets in the time between two calls', () => {
		fc.assert(
			fc.property(rates, arrivals, (anyRate, times) => {
				const { calls, windowMilliseconds } = anyRate;
				const admitted = admittedOf(tokenBucket(anyRate), times);
				for (const [start, from] of admitted.entries()) {
					for (const [offset, until] of admitted.slice(start).entries()) {
						const held = calls + ((until - from) * calls) / windowMilliseconds;
						expect(offset + 1).toBeLessThanOrEqual(held + 1e-6 * (offset + 1));
					}
				}
			}),
			{ numRuns: 50 },
		);
	});
});

describe.each([
	['fixed window', fixedWindow],
	['sliding window', slidingWindow],
	['token bucket', tokenBucket],
])('%s', (_name, limiterOf) => {
	it('admits a call that comes back when it was told to', () => {
		fc.assert(
			fc.property(rates, arrivals, (anyRate, times) => {
				const limiter = limiterOf(anyRate);
				let now = 0;
				for (const time of times) {
					now = Math.max(now, time);
					const admission = limiter.admit(now);
					if (admission.admitted) continue;
					expect(admission.retryAfterMilliseconds).toBeGreaterThan(0);
					now += admission.retryAfterMilliseconds;
					expect(limiter.admit(now).admitted).toBe(true);
				}
			}),
		);
	});
});
