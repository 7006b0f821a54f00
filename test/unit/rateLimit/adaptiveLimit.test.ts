import { AdaptiveLimit } from '../../../nodes/ChannelMessaging/rateLimit/adaptiveLimit';

const second = 1_000;

/** A limit that was lowered at 0, when the service took half of the calls. */
function lowered() {
	const limit = new AdaptiveLimit(second);
	limit.rejected(-100, 0, 0.5);
	return limit;
}

it('is the whole limit until a call is refused', () => {
	expect(new AdaptiveLimit(second).fraction(1e9)).toBe(1);
});

it('begins below what the service took, stays around it, and then grows faster and faster', () => {
	const limit = lowered();
	// The cube root of the way back, in windows (RFC 9438, section 4.2).
	const plateau = Math.cbrt((0.5 * 0.1) / 0.0004) * second;

	expect(limit.fraction(0)).toBeCloseTo(0.45);
	expect(limit.fraction(plateau)).toBeCloseTo(0.5);
	expect(limit.fraction(2 * plateau)).toBeCloseTo(0.55);
	expect(limit.fraction(3 * plateau)).toBeCloseTo(0.9);
	expect(limit.fraction(4 * plateau)).toBe(1);
});

it('takes refusals of one round for one, which tell more and more', () => {
	const limit = new AdaptiveLimit(second);
	for (const taken of [0.9, 0.7, 0.5]) limit.rejected(-100, 0, taken);

	expect(limit.fraction(0)).toBeCloseTo(lowered().fraction(0));
});

it('is lowered again by a call that left after it was lowered', () => {
	const limit = lowered();
	limit.rejected(100, 300, 0.5);

	expect(limit.fraction(300)).toBeLessThan(0.25);
});
