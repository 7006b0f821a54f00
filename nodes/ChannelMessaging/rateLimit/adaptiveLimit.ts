/** RFC 9438, section 4.6, has 0.7; a limit that is shared by few loses less with smaller steps. */
const decrease = 0.9;
/** RFC 9438, section 4.1, C: how fast the limit grows, in whole limits for each window cubed. */
const growth = 0.0004;

/**
 * The part of the service's limit that this process may use while others use the same token, after
 * CUBIC (RFC 9438): a refusal lowers it below what the service took; from there it grows with the
 * cube of the time, slowly around the last good limit and faster beyond it.
 *
 * Pure: times come in, in milliseconds of any one clock.
 */
export class AdaptiveLimit {
	/** What the service last took, as a part of the limit. */
	private lastGood = 1;

	/** What the limit was when it was lowered. */
	private before = 1;

	private loweredAt = -Infinity;

	constructor(private readonly windowMilliseconds: number) {}

	/** The part that may be used now: above 0, up to 1. */
	fraction(now: number): number {
		if (this.loweredAt === -Infinity) return 1;
		const windows = (now - this.loweredAt) / this.windowMilliseconds;
		const plateau = Math.cbrt((this.lastGood * (1 - decrease)) / growth);
		return Math.min(1, this.lastGood + growth * (windows - plateau) ** 3);
	}

	/**
	 * A call was refused. One that left before the limit was lowered belongs to the same round, and
	 * tells more of it. `acceptedRatio` is what the service took of the last window's calls, from 0 to 1.
	 */
	rejected(permittedAt: number, now: number, acceptedRatio: number): void {
		if (permittedAt >= this.loweredAt) {
			this.before = this.fraction(now);
			this.loweredAt = now;
		}
		this.lastGood = this.before * acceptedRatio;
	}
}
