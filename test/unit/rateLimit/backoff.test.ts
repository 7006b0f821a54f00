import fc from 'fast-check';

import { exponentialBackoff, withJitter } from '../../../nodes/ChannelMessaging/rateLimit/backoff';

/** Three digits, so that rounding doesn't exceed the maximum. */
const anyRandom = fc.nat({ max: 999 }).map((thousandths) => thousandths / 1_000);

describe('exponentialBackoff', () => {
	it('adds up to 10% jitter', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 100 }), anyRandom, (failures, random) => {
				const waitMs = exponentialBackoff(failures, 30_000, 0);
				const jitterMs = exponentialBackoff(failures, 30_000, random) - waitMs;
				expect(jitterMs).toBeGreaterThanOrEqual(0);
				expect(jitterMs).toBeLessThan(0.1 * waitMs);
			}),
		);
		expect(exponentialBackoff(1, 30_000, 0.5)).toBe(1_050);
	});
});

describe('withJitter', () => {
	it('adds from 0 to 6 s and never shortens a wait', () => {
		fc.assert(
			fc.property(fc.nat({ max: 10_000_000 }), anyRandom, (retryAfterMs, random) => {
				const jitterMs = withJitter(retryAfterMs, random) - retryAfterMs;
				expect(jitterMs).toBeGreaterThanOrEqual(0);
				expect(jitterMs).toBeLessThan(6_000);
			}),
		);
	});

	it('adds jitter to a wait of 0', () => {
		expect(withJitter(0, 0.5)).toBe(12.5);
	});
});
