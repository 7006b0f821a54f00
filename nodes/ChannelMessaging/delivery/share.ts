/** How far the rate is lowered when the service refuses. */
const decrease = 0.2;
/** Windows until a lowered rate is back where it was refused. */
const recoveryWindows = 10;
const smallestShare = 0.01;

/**
 * The part of the service's limit that a lane may use. It is all of it until the service refuses a
 * call: then somebody else uses the same token. The share then goes down at once, comes back
 * quickly at first, slowly near the rate that was refused, and beyond it carefully (the curve of
 * TCP's CUBIC), so that lanes in several processes settle on a share each from refusals alone.
 */
export class Share {
	private refusedShare = 1;

	private refusedAt: number | undefined;

	constructor(private readonly windowMilliseconds: number) {}

	/** From just above 0 to 1. */
	at(now: number): number {
		if (this.refusedAt === undefined) return 1;
		const windows = (now - this.refusedAt) / this.windowMilliseconds;
		const scale = (this.refusedShare * decrease) / recoveryWindows ** 3;
		const share = this.refusedShare + scale * (windows - recoveryWindows) ** 3;
		if (share >= 1) {
			this.refusedAt = undefined;
			return 1;
		}
		return Math.max(smallestShare, share);
	}

	/**
	 * Lowers the share. Refusals of calls that left before the last lowering are part of the same
	 * overload and change nothing.
	 */
	refused(departedAt: number, now: number): void {
		if (this.refusedAt !== undefined && departedAt <= this.refusedAt) return;
		this.refusedShare = this.at(now);
		this.refusedAt = now;
	}
}
