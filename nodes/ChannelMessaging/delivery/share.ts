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
/** How long a share stays as it is before it tries for more, in windows. */
const stays = 8;
/** One call of the 25 of section 8: the first step of a try. */
const oneCall = 0.04;
/** How the steps of a try grow: one call more, then one, two, four, six, ten. */
const growth = 1.6;
/** A share that tried for more and got this much is on its way up, and nobody knows yet how far. */
const muchMore = 1.5 * oneCall;
/** Windows in which a share doubles after a heap of refusals, until it is refused again. */
const doubling = 2;
const smallestShare = 0.01;

/** What the service took of a lane's calls of the last window. */
export interface Taken {
	/** From 0 to 1, as a part of these calls. */
	readonly ofCalls: number;
	/** As a part of the service's limit, counted generously: never 0. */
	readonly ofLimit: number;
}

/** How a lane deals with others who use the same token. */
export interface Sharing {
	/** The part of the limit that the lane may use: from just above 0 to 1. */
	at(now: number): number;
	/** A call was refused. See `Share`. */
	refused(permittedAt: number, taken: Taken, now: number): void;
}

/**
 * The part of the service's limit that a lane may use. It is all of it until the service refuses
 * calls: then somebody else uses the same token. Lanes in several processes each find their share
 * from refusals alone. A share stays as it is for a few windows, and then tries for more: by one call
 * a window, by two, by four, until it is refused. Where the others are gone, it soon has the whole;
 * where they are not, it goes back. Stays and tries are whole windows, so that the call too many
 * leaves right behind the others, and the wait that its refusal asks for is over soon after their next
 * turn was due: at any other moment of the window, each try would cost the lane much of a turn.
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

	constructor(private readonly windowMilliseconds: number) {}

	at(now: number): number {
		if (this.lowered === undefined) return 1;
		const { at, to } = this.lowered;
		const windows = (now - at) / this.windowMilliseconds;
		if (this.isLost) return Math.min(1, to * 2 ** (windows / doubling));
		const tries = Math.floor(windows - stays);
		return tries < 0 ? to : Math.min(1, to + oneCall * Math.floor(growth ** tries));
	}

	/**
	 * Lowers the share. Refusals of calls that left before the last lowering are part of the same
	 * overload: they make the same step deeper instead of taking another.
	 *
	 * @param permittedAt when the refused call was allowed to leave
	 * @param taken what the service took in the last window: nobody's share is more
	 */
	refused(permittedAt: number, taken: Taken, now: number): void {
		const wasLost = this.isLost;
		const atMost = this.at(now);
		if (this.lowered === undefined || permittedAt > this.lowered.at) {
			this.before = { at: atMost, stayedAt: this.lowered?.to ?? 1 };
		}
		this.isLost = taken.ofCalls < heapOfRefusals;
		const down = this.isLost ? this.before.at * taken.ofCalls : this.stepDown(wasLost);
		const to = Math.max(smallestShare, Math.min(down, taken.ofLimit));
		this.lowered = { at: now, to: Math.min(atMost, to) };
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
		return gained > 0 ? stayedAt : stayedAt * (1 - givenAway * stayedAt);
	}
}
