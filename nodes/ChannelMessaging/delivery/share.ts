/** Where the service takes less than this part of the calls, the share goes down to what it took. */
const heapOfRefusals = 0.6;
/** What the whole limit is lowered to at first: it may be somebody who makes a single call. */
const firstStep = 0.85;
/** What nobody needs more of while others go on using the same token. */
const half = 0.5;
/**
 * What a share gives away when it is hit, as a part of itself for each whole limit: half of the limit
 * gives a tenth of itself, a tenth of it a fiftieth. So the large ones come down to the small ones.
 */
const givenAway = 0.2;
/** How long a share stays as it is before it tries for more, in windows: small ones try more often. */
const stays = { least: 3, forTheWhole: 20, most: 20, longer: 1.05, longest: 8 } as const;
/** The first step of a try: one call of the 25 of section 8. It doubles with each window. */
const firstTry = 0.04;
/** A share that tried for more and got this much is on its way up, and nobody knows yet how far. */
const muchMore = 1.5 * firstTry;
/** Windows in which a share doubles after a heap of refusals, until it is refused again. */
const doubling = 2;
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
 * from refusals alone. Every refusal costs a lane the wait that the service asks for, so a share
 * stays as it is for a while, and then tries for more: by one call, by two, by four, until it is
 * refused. Where the others are gone, it soon has the whole; where they are not, it goes back.
 *
 * Pure: the time comes in, in milliseconds since the epoch.
 */
export class Share implements Sharing {
	/** When the share was lowered last, and to what. */
	private lowered: { at: number; to: number } | undefined;

	/** The share before that, and what it had stayed at. */
	private before = { at: 1, stayedAt: 1 };

	/** Whether the service took hardly anything: then little is known of the share. */
	private isLost = false;

	/** Grows with each try that failed at once, so that many lanes don't try all the time. */
	private patience = 1;

	constructor(private readonly windowMilliseconds: number) {}

	at(now: number): number {
		if (this.lowered === undefined) return 1;
		const { at, to } = this.lowered;
		const windows = (now - at) / this.windowMilliseconds;
		if (this.isLost) return Math.min(1, to * 2 ** (windows / doubling));
		const trying = Math.max(0, windows - this.staysFor(to));
		return Math.min(1, to + firstTry * (2 ** trying - 1));
	}

	/**
	 * Lowers the share. Refusals of calls that left before the last lowering are part of the same
	 * overload: they make the same step deeper instead of taking another.
	 *
	 * @param departedAt when the refused call left
	 * @param taken the part of the lane's last calls that the service took, from 0 to 1
	 */
	refused(departedAt: number, taken: number, now: number): void {
		const wasLost = this.isLost;
		const atMost = this.at(now);
		if (this.lowered === undefined || departedAt > this.lowered.at) {
			this.before = { at: atMost, stayedAt: this.lowered?.to ?? 1 };
			if (!wasLost) this.learn();
		}
		this.isLost = taken < heapOfRefusals;
		const to = this.isLost ? this.before.at * taken : this.stepDown(wasLost);
		this.lowered = { at: now, to: Math.min(atMost, Math.max(smallestShare, to)) };
	}

	/** What is left after a refusal of a call among many that the service took. */
	private stepDown(wasLost: boolean): number {
		const { at, stayedAt } = this.before;
		if (at === 1) return firstStep;
		if (stayedAt > half) return half;
		const gained = at - stayedAt;
		if (wasLost || gained > muchMore) return (at + stayedAt) / 2;
		// A try for one call more that failed tells that the share is right; a refusal without a try
		// tells that somebody else has too little.
		return gained >= firstTry ? stayedAt : stayedAt * (1 - givenAway * stayedAt);
	}

	private learn(): void {
		const gained = this.before.at - this.before.stayedAt;
		this.patience =
			gained > 2 * muchMore
				? Math.max(1, this.patience / 2)
				: Math.min(stays.longest, this.patience * stays.longer);
	}

	private staysFor(share: number): number {
		return Math.min(stays.most, (stays.least + stays.forTheWhole * share) * this.patience);
	}
}
