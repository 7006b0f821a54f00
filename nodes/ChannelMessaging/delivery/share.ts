/** How far the share rises above where it was lowered to, and after how many windows. */
const plateau = { rise: 0.02, windows: 10 } as const;
const smallestShare = 0.01;

/**
 * The part of the service's limit that a lane may use. It is all of it until the service refuses
 * calls: then somebody else uses the same token. The share goes down at once to what the service
 * took, rises to a little above, stays about there, and then rises ever faster (the curve of TCP's
 * CUBIC), so that lanes in several processes each find their share from refusals alone. It rises by
 * a part of the whole limit, not of the share: so the small ones catch up with the large ones.
 *
 * Pure: the time comes in, in milliseconds since the epoch.
 */
export class Share {
	/** When the share was lowered last, and to what. */
	private lowered: { at: number; to: number } | undefined;

	/** The share before that. */
	private before = 1;

	constructor(private readonly windowMilliseconds: number) {}

	/** From just above 0 to 1. */
	at(now: number): number {
		if (this.lowered === undefined) return 1;
		const { at, to } = this.lowered;
		const time = (now - at) / (this.windowMilliseconds * plateau.windows);
		return Math.min(1, to + plateau.rise * (1 + (time - 1) ** 3));
	}

	/**
	 * Lowers the share. Refusals of calls that left before the last lowering are part of the same
	 * overload: they make the same step deeper instead of taking another.
	 *
	 * @param departedAt when the refused call left
	 * @param taken the part of the lane's last calls that the service took, from 0 to 1
	 */
	refused(departedAt: number, taken: number, now: number): void {
		if (this.lowered === undefined || departedAt > this.lowered.at) this.before = this.at(now);
		this.lowered = { at: now, to: Math.max(smallestShare, this.before * taken) };
	}
}
