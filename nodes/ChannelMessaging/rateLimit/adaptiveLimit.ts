/**
 * After a 429. RFC 9438 (4.6) uses 0.7, but with few processes per token, a smaller step wastes
 * less.
 */
const decrease = 0.9;
/** C in RFC 9438 (4.1), as a fraction of the limit per cubed window. */
const growth = 0.0004;

/** The fraction doubles at least this often, starting when the time has passed once. */
const doublingMs = 60_000;

/**
 * CUBIC (RFC 9438) for processes that share a token: each may use a fraction of the rate limit. A
 * 429 drops it below the fraction that the service accepted. After that, it grows with the cube of
 * time.
 *
 * No clock in here; callers pass the time in milliseconds.
 */
export class AdaptiveLimit {
	/** What the service accepted before the latest 429. */
	private lastAccepted = 1;

	/** What was allowed before the latest decrease. */
	private fractionBefore = 1;

	private loweredAt = -Infinity;

	constructor(private readonly windowMs: number) {}

	/** A fraction above 0 and up to 1. */
	fraction(now: number): number {
		if (this.loweredAt === -Infinity) return 1;
		const windows = (now - this.loweredAt) / this.windowMs;
		const plateau = Math.cbrt((this.lastAccepted * (1 - decrease)) / growth);
		const cubic = this.lastAccepted + growth * (windows - plateau) ** 3;
		// If a window takes a minute, cubic growth from a small fraction takes ten.
		const doubled = this.lastAccepted * 2 ** ((now - this.loweredAt) / doublingMs - 1);
		return Math.min(1, Math.max(cubic, doubled));
	}

	/**
	 * Concurrent 429s lower the limit only once.
	 *
	 * @param acceptedRatio of the last window's requests, 0 to 1
	 */
	rejected(permittedAt: number, now: number, acceptedRatio: number): void {
		if (permittedAt >= this.loweredAt) {
			this.fractionBefore = this.fraction(now);
			this.loweredAt = now;
		}
		this.lastAccepted = this.fractionBefore * acceptedRatio;
	}
}
