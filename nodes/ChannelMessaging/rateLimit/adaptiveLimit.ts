/**
 * The adaptive limit after a 429 response, relative to the accepted fraction of requests. RFC 9438,
 * section 4.6, uses 0.7. A smaller decrease wastes less capacity if only a few processes share the
 * rate limit.
 */
const decrease = 0.9;
/**
 * The growth rate of the adaptive limit, as a fraction of the limit per cubed window. It
 * corresponds to the constant C in RFC 9438, section 4.1.
 */
const growth = 0.0004;

/**
 * An adaptive limit for processes that share a token, based on CUBIC (RFC 9438). Each process may
 * use a fraction of the service's rate limit. After a 429 response, this fraction decreases below
 * the fraction that the service accepted. It then grows with the cube of time.
 *
 * Has no clock. Callers pass the time in milliseconds.
 */
export class AdaptiveLimit {
	/** The fraction of the rate limit that the service accepted before the latest 429 response. */
	private lastAccepted = 1;

	/** The fraction of the rate limit that was allowed before the latest decrease. */
	private fractionBefore = 1;

	private loweredAt = -Infinity;

	constructor(private readonly windowMs: number) {}

	/** Returns the fraction of the rate limit that may be used now, greater than 0 and at most 1. */
	fraction(now: number): number {
		if (this.loweredAt === -Infinity) return 1;
		const windows = (now - this.loweredAt) / this.windowMs;
		const plateau = Math.cbrt((this.lastAccepted * (1 - decrease)) / growth);
		return Math.min(1, this.lastAccepted + growth * (windows - plateau) ** 3);
	}

	/**
	 * Lowers the limit after a 429 response. 429 responses to concurrent requests lower the limit
	 * only once.
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
