/**
 * The factor by which a 429 response decreases the limit. RFC 9438, section 4.6, uses 0.7. A
 * smaller decrease wastes less capacity if only a few processes share the rate limit.
 */
const decrease = 0.9;
/**
 * The constant C in RFC 9438, section 4.1. Its unit is a fraction of the limit per cubed window.
 */
const growth = 0.0004;

/**
 * An adaptive limit for processes that share a token, based on CUBIC (RFC 9438). Each process may
 * use a fraction of the service's rate limit. After a 429 response, this fraction drops below the
 * fraction that the service accepted. Afterwards, the fraction grows with the cube of time.
 *
 * The class has no clock. Callers pass the time in milliseconds.
 */
export class AdaptiveLimit {
	/** The fraction of the limit that the service accepted before the latest 429 response. */
	private lastAccepted = 1;

	/** The fraction of the limit that was allowed before the latest decrease. */
	private fractionBefore = 1;

	private loweredAt = -Infinity;

	constructor(private readonly windowMs: number) {}

	/** Returns a fraction of the limit, greater than 0 and at most 1. */
	fraction(now: number): number {
		if (this.loweredAt === -Infinity) return 1;
		const windows = (now - this.loweredAt) / this.windowMs;
		const plateau = Math.cbrt((this.lastAccepted * (1 - decrease)) / growth);
		return Math.min(1, this.lastAccepted + growth * (windows - plateau) ** 3);
	}

	/**
	 * Several 429 responses to concurrent requests lower the limit only once.
	 *
	 * @param acceptedRatio the fraction of the last window's requests that the service accepted, from
	 * 0 to 1
	 */
	rejected(permittedAt: number, now: number, acceptedRatio: number): void {
		if (permittedAt >= this.loweredAt) {
			this.fractionBefore = this.fraction(now);
			this.loweredAt = now;
		}
		this.lastAccepted = this.fractionBefore * acceptedRatio;
	}
}
