/**
 * A 429 multiplies the limit by this factor. RFC 9438 (4.6) uses 0.7, but with few processes per
 * token, a smaller decrease wastes less of the limit.
 */
const decrease = 0.9;
/** The constant C in RFC 9438 (4.1), as a fraction of the limit per window cubed. */
const growth = 0.0004;

/**
 * The period in which the fraction at least doubles, beginning one period after a decrease.
 */
const doublingMs = 60_000;

/**
 * Applies CUBIC (RFC 9438) to processes that share a token. Each process may use a fraction of the
 * rate limit. A 429 reduces this fraction below the fraction that the service accepted. The
 * fraction then grows with the cube of time.
 *
 * The class has no clock. Callers pass the time in milliseconds.
 */
export class AdaptiveLimit {
	/** The fraction that the service accepted before the latest 429. */
	private lastAccepted = 1;

	/** The fraction that was allowed before the latest decrease. */
	private fractionBefore = 1;

	private loweredAt = -Infinity;

	constructor(private readonly windowMs: number) {}

	/** Returns a fraction greater than 0 and at most 1. */
	fraction(now: number): number {
		if (this.loweredAt === -Infinity) return 1;
		const windows = (now - this.loweredAt) / this.windowMs;
		const plateau = Math.cbrt((this.lastAccepted * (1 - decrease)) / growth);
		const cubic = this.lastAccepted + growth * (windows - plateau) ** 3;
		// With a window of one minute, cubic growth from a small fraction takes more than ten minutes.
		const doubled = this.lastAccepted * 2 ** ((now - this.loweredAt) / doublingMs - 1);
		return Math.min(1, Math.max(cubic, doubled));
	}

	/**
	 * Concurrent 429s lower the limit only once.
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
