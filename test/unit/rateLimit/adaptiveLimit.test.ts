import { AdaptiveLimit } from '../../../nodes/ChannelMessaging/rateLimit/adaptiveLimit';

const windowMs = 1_000;

/** Returns a limit that was lowered at 0, when the service accepted half of the requests. */
function loweredLimit() {
	const limit = new AdaptiveLimit(windowMs);
	limit.rejected(-100, 0, 0.5);
	return limit;
}

describe('AdaptiveLimit', () => {
	it('drops below the accepted fraction and recovers along a cubic curve', () => {
		const limit = loweredLimit();
		// K in RFC 9438, section 4.2, in windows.
		const plateau = Math.cbrt((0.5 * 0.1) / 0.0004) * windowMs;

		expect(limit.fraction(0)).toBeCloseTo(0.45);
		expect(limit.fraction(plateau)).toBeCloseTo(0.5);
		expect(limit.fraction(2 * plateau)).toBeCloseTo(0.55);
		expect(limit.fraction(3 * plateau)).toBeCloseTo(0.9);
		expect(limit.fraction(4 * plateau)).toBe(1);
	});

	it('doubles every minute from the second minute on if its windows are a minute long', () => {
		const minute = 60_000;
		const limit = new AdaptiveLimit(minute);
		limit.rejected(-100, 0, 0.05);

		expect(limit.fraction(3 * minute)).toBeCloseTo(0.2);
		expect(limit.fraction(4 * minute)).toBeCloseTo(0.4);
	});

	it('drops once for concurrent 429s and uses the latest accepted fraction', () => {
		const limit = new AdaptiveLimit(windowMs);
		for (const acceptedRatio of [0.9, 0.7, 0.5]) limit.rejected(-100, 0, acceptedRatio);

		expect(limit.fraction(0)).toBeCloseTo(loweredLimit().fraction(0));
	});
});
