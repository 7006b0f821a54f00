import fc from 'fast-check';

import {
	OutcomeBreaker,
	outcomeTestIntervalMs,
} from '../../../nodes/ChannelMessaging/rateLimit/outcomeBreaker';

const requestAt = (now: number) => ({ permittedAt: now, writtenAt: now, isRejected: false });

/** Returns a breaker that opened at a time. */
function openedAt(now: number): OutcomeBreaker {
	const breaker = new OutcomeBreaker();
	for (let count = 0; count < 5; count += 1) breaker.ended(requestAt(now), 'unknown', now);
	return breaker;
}

describe('OutcomeBreaker', () => {
	it('is open after five unknown outcomes since the last accepted request', () => {
		const evidence = fc.constantFrom('unknown', 'unknown', 'unknown', 'nothing', 'accepted');
		fc.assert(
			fc.property(fc.array(evidence, { maxLength: 30 }), (ends) => {
				const breaker = new OutcomeBreaker();
				for (const end of ends) breaker.ended(requestAt(0), end, 0);

				const sinceAccepted = ends.slice(ends.lastIndexOf('accepted') + 1);
				const unknown = sinceAccepted.filter((end) => end === 'unknown').length;
				expect(breaker.msUntilNext(0) > 0).toBe(unknown >= 5);
			}),
		);
	});

	it('permits one test at a time, 4 s after the previous one was written', () => {
		const breaker = openedAt(0);
		expect(breaker.msUntilNext(0)).toBe(outcomeTestIntervalMs);
		expect(breaker.msUntilNext(4_000)).toBe(0);

		const test = requestAt(4_000);
		breaker.permitted(test);
		breaker.written(test, 5_000);
		expect(breaker.msUntilNext(60_000)).toBeGreaterThan(0);

		breaker.ended(test, 'nothing', 6_000);
		expect(breaker.msUntilNext(6_000)).toBe(3_000);
	});

	it('permits another test immediately if a test was never written', () => {
		const breaker = openedAt(0);
		const test = requestAt(4_000);
		breaker.permitted(test);
		breaker.ended(test, 'nothing', 4_100);

		expect(breaker.msUntilNext(4_100)).toBe(0);
	});

	it('expires more than an hour after the last unknown outcome, unless a test is in flight', () => {
		const breaker = openedAt(0);
		expect(breaker.isExpired(3_600_000)).toBe(false);
		expect(breaker.isExpired(4_000_000)).toBe(true);

		breaker.permitted(requestAt(4_000));
		expect(breaker.isExpired(4_000_000)).toBe(false);
		expect(new OutcomeBreaker().isExpired(0)).toBe(true);
	});
});
