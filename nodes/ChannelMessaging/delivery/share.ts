/** What the share rises by in each window, as a part of the limit: quickly at first, then carefully. */
const rise = { largest: 0.005, smallest: 0.0003, easing: 0.6, renewal: 3 } as const;
/** What a share of 1 is cut by; smaller ones give away less, and so catch up with the large ones. */
const cut = 0.05;
/** Where the service takes less than this part of the calls, the share goes down to what it took. */
const heapOfRefusals = 0.6;
/** A share that is larger by this factor than at the last refusal is still on its way up. */
const climb = 1.02;
/** After so many windows without a refusal, others are probably gone: then the share rises ever faster. */
const quiet = { windows: 45, rise: 0.002 } as const;
const smallestShare = 0.01;

/** How a lane deals with others who use the same token. */
export interface Sharing {
	/** The part of the limit that the lane may use: from just above 0 to 1. */
	at(now: number): number;
	/** A call was refused. See `Share`. */
	refused(departedAt: number, taken: number, now: number): void;
}

/**
 * The part of the service's limit that a lane may use. It is all of it until the service refuses
 * calls: then somebody else uses the same token. Lanes in several processes each find their share
 * from refusals alone. Every refusal costs a lane the wait that the service asks for, so it probes
 * the more carefully the longer it knows its share: a small cut at each refusal, and a slow rise.
 *
 * Pure: the time comes in, in milliseconds since the epoch.
 */
export class Share implements Sharing {
	/** When the share was lowered last, and to what. */
	private lowered: { at: number; to: number } | undefined;

	/** The share before that. */
	private before = 1;

	private rise: number = rise.largest;

	constructor(private readonly windowMilliseconds: number) {}

	at(now: number): number {
		if (this.lowered === undefined) return 1;
		const windows = this.windowsSince(this.lowered.at, now);
		const quietWindows = Math.max(0, windows - quiet.windows);
		return Math.min(1, this.lowered.to + this.rise * windows + quiet.rise * quietWindows ** 2);
	}

	/**
	 * Lowers the share. Refusals of calls that left before the last lowering are part of the same
	 * overload: they make the same step deeper instead of taking another.
	 *
	 * @param departedAt when the refused call left
	 * @param taken the part of the lane's last calls that the service took, from 0 to 1
	 */
	refused(departedAt: number, taken: number, now: number): void {
		if (this.lowered === undefined || departedAt > this.lowered.at) {
			const former = this.before;
			this.before = this.at(now);
			const isClimbing = this.before > former * climb;
			if (this.lowered !== undefined) this.learn(this.lowered.at, now, isClimbing);
		}
		const left = taken < heapOfRefusals ? taken : 1 - cut * Math.sqrt(this.before);
		const to = Math.min(this.at(now), Math.max(smallestShare, this.before * left));
		this.lowered = { at: now, to };
	}

	/** The more refusals come at the same share, the better it is known, and the slower it may rise. */
	private learn(loweredAt: number, now: number, isClimbing: boolean): void {
		if (this.windowsSince(loweredAt, now) > quiet.windows) {
			this.rise = Math.min(rise.largest, this.rise * rise.renewal);
		} else if (!isClimbing) {
			this.rise = Math.max(rise.smallest, this.rise * rise.easing);
		}
	}

	private windowsSince(time: number, now: number): number {
		return (now - time) / this.windowMilliseconds;
	}
}
