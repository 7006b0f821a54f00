/**
 * The factor by which a 429 lowers the limit below the last accepted fraction. RFC 9438, section
 * 4.6, uses 0.7. A smaller decrease wastes less capacity if only a few processes share the limit.
 */
const decrease = 0.9;
/** The growth rate, C in RFC 9438, section 4.1, as a fraction of the limit per cubed window. */
const growth = 0.0004;

/**
 * The fraction of the service's limit that this process may use while other processes use the same
 * token, as in CUBIC (RFC 9438). A 429 lowers it below the fraction that the service accepted. It
 * then grows with the cube of time: slowly near the last accepted fraction, and faster beyond it.
 *
 * Has no clock: callers pass the time in milliseconds.
 */
export class AdaptiveLimit {
	/** The fraction of the limit that the service accepted before the latest 429. */
	private lastAccepted = 1;

	/** The fraction that was allowed immediately before the limit was last lowered. */
	private fractionBefore = 1;

	private loweredAt = -Infinity;

	constructor(private readonly windowMs: number) {}

	/** Returns the fraction that may be used now, greater than 0 and at most 1. */
	fraction(now: number): number {
		if (this.loweredAt === -Infinity) return 1;
		const windows = (now - this.loweredAt) / this.windowMs;
		const plateau = Math.cbrt((this.lastAccepted * (1 - decrease)) / growth);
		return Math.min(1, this.lastAccepted + growth * (windows - plateau) ** 3);
	}

	/**
	 * Lowers the limit after a 429. If the request was permitted before the limit was last lowered,
	 * the 429 belongs to the same round, and only updates the accepted fraction.
	 *
	 * @param acceptedRatio the accepted fraction of the last window's requests, from 0 to 1
	 */
	rejected(permittedAt: number, now: number, acceptedRatio: number): void {
		if (permittedAt >= this.loweredAt) {
			this.fractionBefore = this.fraction(now);
			this.loweredAt = now;
		}
		this.lastAccepted = this.fractionBefore * acceptedRatio;
	}
}
