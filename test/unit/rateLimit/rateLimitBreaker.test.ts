import fc from 'fast-check';

import { RateLimitBreaker } from '../../../nodes/ChannelMessaging/rateLimit/rateLimitBreaker';
import { timings } from '../../../nodes/ChannelMessaging/rateLimit/windowsAndPatience';

const { maxTestIntervalMs } = timings.message;

/** Reports a request that is permitted and rejected. */
function reject(
	breaker: RateLimitBreaker,
	permittedAt: number,
	now: number,
	retryAfterMs?: number,
) {
	const request = { permittedAt, writtenAt: permittedAt, isRejected: false };
	breaker.permitted(request);
	breaker.rejected(request, now, retryAfterMs, 0);
}

/** Returns a breaker that two rounds of 429 responses have opened at a time. */
function openAt(now: number): RateLimitBreaker {
	const breaker = new RateLimitBreaker(timings.message, now - 50);
	reject(breaker, now - 100, now - 50);
	reject(breaker, now - 50, now);
	return breaker;
}

describe('RateLimitBreaker', () => {
	it('stays closed after 429 responses to concurrent requests', () => {
		const breaker = new RateLimitBreaker(timings.message, 100);
		for (let count = 0; count < 25; count += 1) reject(breaker, 0, 100 + count);

		expect(breaker.msUntilNext(200)).toBe(0);
	});

	it('opens if the service requests a wait that is longer than a window', () => {
		const breaker = new RateLimitBreaker(timings.message, 100);
		reject(breaker, 0, 100, 1_999);
		expect(breaker.msUntilNext(100)).toBe(0);

		reject(breaker, 0, 100, 60_000);
		expect(breaker.msUntilNext(100)).toBe(1_000);
	});

	it('permits no request while a test is in flight', () => {
		const breaker = openAt(1_000);
		const test = { permittedAt: 10_000, writtenAt: 10_000, isRejected: false };
		expect(breaker.msUntilNext(10_000)).toBe(0);

		breaker.permitted(test);
		expect(breaker.msUntilNext(60_000)).toBeGreaterThan(0);

		breaker.notSent(test);
		expect(breaker.msUntilNext(60_000)).toBe(0);
	});

	it('tests the service at least every 4 s without Retry-After, regardless of the results', () => {
		const anyEnd = fc.constantFrom('rejected', 'unanswered', 'notSent');
		fc.assert(
			fc.property(fc.array(anyEnd, { maxLength: 60 }), (ends) => {
				const breaker = openAt(1_000);
				let now = 1_000;
				for (const end of ends) {
					const waitMs = breaker.msUntilNext(now);
					expect(waitMs).toBeLessThanOrEqual(maxTestIntervalMs);
					now += waitMs;
					expect(breaker.msUntilNext(now)).toBe(0);
					const request = { permittedAt: now, writtenAt: now, isRejected: false };
					breaker.permitted(request);
					if (end === 'rejected') breaker.rejected(request, now, undefined, 0);
					else if (end === 'unanswered') breaker.unanswered(request, now, 0);
					else breaker.notSent(request);
				}
			}),
		);
	});
});
