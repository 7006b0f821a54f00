/** One call of the 25 of section 8: the first step of a try, and the least that is given away. */
const oneCall = 0.04;
/** Where the service takes less than this part of the calls, the share is no more than what it took. */
const heapOfRefusals = 0.6;
/** Who gets less than this after a heap of refusals knows hardly anything of the share. */
const hardlyAnything = 3.5 * oneCall;
/** Windows in which such a share doubles, until it is refused again. */
const doubling = 2;
/** What the whole limit is lowered to at first: it may be somebody who makes a single call. */
const firstStep = 0.85;
/** What nobody needs more of while others go on using the same token. */
const half = 0.5;
/**
 * What a share gives away when it is refused without having tried for more, as a part of itself for
 * each whole limit: half of the limit gives a tenth of itself, a tenth of it a fiftieth. So the large
 * ones come down to the small ones.
 */
const givenAway = 0.2;
/** The same where a try failed, in whole calls: from ten of 25 on, it is one. */
const givenAwayByTry = 0.15;
/**
 * In windows: how long calls leave evenly spread for the count, and how long a refusal may take to
 * come and still belong to it. Who is not refused by then has the token alone.
 */
const counting = { calls: 1.5, refusals: 8 } as const;
/**
 * How long a share stays as it is before it tries for more, in windows for each whole limit, and the
 * borders of that. Small ones try sooner: so they come up to the large ones.
 */
const stays = { forEachLimit: 32, shortest: 8, longest: 12 } as const;
/** Windows after the stay in which calls may begin a try; then nothing waits, and it begins by itself. */
const patience = 2;
/** How the steps of a try grow: one call more, then one, two, four, six, ten. */
const growth = 1.6;
/** A share that tried for more and got this much is on its way up, and nobody knows yet how far. */
const muchMore = 1.5 * oneCall;
const smallestShare = 0.01;

/** What the service took of a lane's calls of the last window. */
export interface Taken {
	/** From 0 to 1, as a part of these calls. */
	readonly ofCalls: number;
	/** As a part of the service's limit: one call at least. */
	readonly ofLimit: number;
}

/** A refused call. Times are in milliseconds since the epoch. */
export interface Refusal {
	/** When the call was allowed to leave. */
	readonly permittedAt: number;
	/** When the refusal came. */
	readonly at: number;
	/** When the lane may go on. */
	readonly resumesAt: number;
	/** What the service took in the last window: nobody's share is more. */
	readonly taken: Taken;
}

/**
 * How a lane stands to others who use the same token: there are none, as far as it knows; there are
 * some, and it counts what the service leaves it; or it has its share.
 */
export type Standing = 'alone' | 'counting' | 'sharing';

/** How a lane deals with others who use the same token. */
export interface Sharing {
	standing(now: number): Standing;
	/** The part of the limit that the lane may use: from just above 0 to 1. */
	at(now: number): number;
	/** Whether it has stayed as it is for long enough to try for more. */
	mayTry(now: number): boolean;
	/** The call that leaves now is the first of a try. */
	beginTry(now: number): void;
	/** A call was refused. See `Share`. */
	refused(refusal: Refusal): void;
}

/** A share as it was found. */
interface Found {
	readonly at: number;
	readonly to: number;
	/** Whether the service took hardly anything: then little is known of the share. */
	readonly isLost: boolean;
	/** What the share was when it was refused, what it had stayed at, and whether it was lost. */
	readonly before: { readonly at: number; readonly stayedAt: number; readonly wasLost: boolean };
}

/**
 * The part of the service's limit that a lane may use. It is all of it until the service refuses
 * calls: then somebody else uses the same token. Lanes in several processes each find their share
 * from refusals alone.
 *
 * The first refusals tell who came first, and not what each of them needs: whoever began a moment
 * earlier got nearly all. But they set all lanes back to the same moment. So each counts once more,
 * with calls spread over the window, and its share is what the service took of these.
 *
 * A share stays as it is for a few windows, and then tries for more: by one call a window, by two, by
 * four, until it is refused. Where the others are gone, it soon has the whole; where they are not, it
 * goes back. A large share stays for longer and gives a call away when its try fails; a small one
 * tries sooner and gives nothing: so they come closer to each other. When exactly a try begins is the
 * pace's to say: it knows when its refusal costs least.
 *
 * Pure: the time comes in, in milliseconds since the epoch.
 */
export class Share implements Sharing {
	/** Since when the lane counts what the service leaves it. */
	private countingSince = -Infinity;

	private found: Found | undefined;

	private triedSince: number | undefined;

	constructor(private readonly windowMilliseconds: number) {}

	standing(now: number): Standing {
		if (this.at(now) < 1) return 'sharing';
		return this.countsFor(counting.calls, now) ? 'counting' : 'alone';
	}

	at(now: number): number {
		if (this.found === undefined) return 1;
		const { at, to, isLost } = this.found;
		if (isLost) return Math.min(1, to * 2 ** (this.windows(at, now) / doubling));
		const since = this.triedSince ?? this.stayEnds(this.found) + patience * this.windowMilliseconds;
		const tries = Math.floor(this.windows(since, now));
		return tries < 0 ? to : Math.min(1, to + oneCall * Math.floor(growth ** tries));
	}

	mayTry(now: number): boolean {
		const { found } = this;
		if (found === undefined || found.isLost || this.triedSince !== undefined) return false;
		return now >= this.stayEnds(found);
	}

	beginTry(now: number): void {
		this.triedSince = now;
	}

	/**
	 * Lowers the share, or begins to count. Refusals of calls that left before that are part of the
	 * same overload: they make the same step deeper instead of taking another.
	 */
	refused({ permittedAt, at, resumesAt, taken }: Refusal): void {
		const atMost = this.at(at);
		const isCounted = this.countsFor(counting.refusals, at) && permittedAt >= this.countingSince;
		if (atMost === 1 && !isCounted) {
			this.found = undefined;
			this.countingSince = resumesAt;
			return;
		}
		const before =
			this.found !== undefined && permittedAt <= this.found.at
				? this.found.before
				: {
						at: atMost,
						stayedAt: this.found?.to ?? 1,
						wasLost: this.found?.isLost ?? false,
					};
		const isHeap = taken.ofCalls < heapOfRefusals;
		const down = isHeap ? before.at * taken.ofCalls : stepDown(before);
		const to = Math.min(atMost, taken.ofLimit, down);
		this.triedSince = undefined;
		this.found = {
			at,
			to: Math.max(Math.min(smallestShare, atMost), to),
			isLost: isHeap && taken.ofLimit < hardlyAnything,
			before,
		};
	}

	private stayEnds({ at, to }: Found): number {
		const { forEachLimit, longest, shortest } = stays;
		const stay = Math.min(longest, Math.max(shortest, Math.round(to * forEachLimit)));
		return at + stay * this.windowMilliseconds;
	}

	private windows(from: number, to: number): number {
		return (to - from) / this.windowMilliseconds;
	}

	private countsFor(windows: number, now: number): boolean {
		return now < this.countingSince + windows * this.windowMilliseconds;
	}
}

/** What is left after a refusal of a call among many that the service took. */
function stepDown({ at, stayedAt, wasLost }: Found['before']): number {
	if (at === 1) return firstStep;
	if (stayedAt > half) return half;
	const gained = at - stayedAt;
	if (wasLost || gained > muchMore) return at;
	// A try for one call more that failed tells that the share is right; a refusal without a try
	// tells that somebody else has too little.
	return gained > 0
		? stayedAt - oneCall * Math.round((givenAwayByTry * stayedAt ** 2) / oneCall)
		: stayedAt * (1 - givenAway * stayedAt);
}
