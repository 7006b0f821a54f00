import { Departures, type Departure } from './departures';
import { Share, type Sharing, type Standing } from './share';
import { Shortest } from './shortest';

/** A rate limit of section 8. */
export interface Rate {
	/** Calls in one window, 1 or more. */
	limit: number;
	windowMilliseconds: number;
}

/**
 * What the window is widened by, because a permit is not an arrival: calls that left a second apart
 * arrive a little less than a second apart when the later one had the quicker way. It grows when
 * the service refuses a call now and then, and shrinks slowly with success.
 */
const guardMilliseconds = {
	smallest: 20,
	largest: 60,
	step: 20,
	easedByEachSuccess: 0.01,
} as const;

/**
 * The guard beside others, in milliseconds: a refusal there is one of many and holds up a part of the
 * calls, while the room that a wide guard takes is lost to everybody in every window.
 */
const guardBesideOthers = 14;

/**
 * How long the calls of one window take to leave when more wait behind them, in milliseconds.
 *
 * Alone: all at once, they would get in each other's way in n8n and arrive when nobody knows, and if
 * others begin at the same time, all but the first of them would be refused; quite evenly, a campaign
 * would lose a window behind its first burst. While the lane counts what others leave it, its calls
 * are as evenly spread as theirs, so that each gets as much. With a share of its own, they keep close
 * together: when the last of them is refused, the others lose no more than that much of their next
 * turn.
 */
const spread: Readonly<Record<Standing, (windowMilliseconds: number) => number>> = {
	alone: (windowMilliseconds) => Math.max(600, 0.15 * windowMilliseconds),
	counting: (windowMilliseconds) => 1.4 * windowMilliseconds,
	sharing: (windowMilliseconds) => 0.03 * windowMilliseconds,
};

/** Where the service takes this part of the calls, refusals are put down to their way, not to others. */
const almostAll = 0.85;

/** And only where the last refusal is so many windows ago. */
const seldom = 10;

/** Parts of the limit are counted back into calls: 7 of 25 must not come to 6.999. */
const roundingTolerance = 1e-6;

/** How the shortest times ease with each measurement, in milliseconds. */
const eased = { way: 0.05, refusal: 5 } as const;

/** Refusals are given so much more time than the shortest took, in milliseconds. */
const refusalTolerance = 30;

/** The first call of a try doesn't leave before the last turn is over: part of the window. */
const longestLead = 0.9;

/**
 * Decides when the next call may leave, so that no window of the service ever holds more than its
 * limit, whichever way the service counts: in fixed windows, in a sliding one, or with a bucket.
 *
 * An idle lane doesn't smooth: what fits in the window may leave at once. When more wait than the
 * window holds, they leave one after the other, so that a refusal of the first calls still keeps the
 * last ones back, and the rest a window after the call whose place it takes.
 *
 * The first call of a try for a larger share leaves so much ahead of its turn that a refusal of it
 * comes when the turn has just left: then the lane would wait for the next turn anyway.
 *
 * Pure: the time comes in, in milliseconds since the epoch.
 */
export class Pace {
	private readonly departures = new Departures();

	private guard: number = guardMilliseconds.smallest;

	/** When the next call is due; undefined while nothing has to wait. */
	private slot: number | undefined;

	private pausedUntil = 0;

	private lastRefusedAt = 0;

	/**
	 * What passes at least between a permit and the write. Learnt from calls that left one by one: in
	 * a burst they wait for each other, and the first of a process for a long time.
	 */
	private readonly way = new Shortest(eased.way);

	/** What passes at least between a permit and the refusal. */
	private readonly refusal = new Shortest(eased.refusal);

	constructor(
		private rate: Rate,
		private readonly share: Sharing = new Share(rate.windowMilliseconds),
	) {}

	changeRate(rate: Rate): void {
		this.rate = rate;
	}

	/** Milliseconds until the next call may leave; 0 when it may leave now. */
	waitingTime(now: number): number {
		this.departures.forgetUntil(now - this.window(now).milliseconds - this.way.milliseconds);
		const turnAt = this.turnAt(now);
		const roomAt = this.share.mayTry(turnAt) ? turnAt - this.lead : turnAt;
		const openAt = Math.max(roomAt, this.pausedUntil);
		if (openAt > now) this.slot ??= openAt;
		return Math.max(0, openAt - now, (this.slot ?? now) - now);
	}

	/**
	 * Records that a call leaves now. To be called when the waiting time is 0.
	 *
	 * @param waiting how many calls wait behind it
	 */
	leave(now: number, waiting: number): Departure {
		if (this.share.mayTry(this.turnAt(now))) this.share.beginTry(now);
		const { calls, milliseconds } = this.window(now);
		const turn = spread[this.share.standing(now)](milliseconds);
		const departure = {
			permittedAt: now,
			departedAt: now,
			isInBurst: this.slot === undefined,
			isCrowded: waiting > calls - this.departures.count - 1,
			isRefused: false,
			turn,
		};
		this.departures.add(departure);
		if (departure.isCrowded) this.slot ??= now;
		if (this.slot !== undefined) {
			this.slot = Math.max(this.slot, now - milliseconds) + turn / calls;
		}
		return departure;
	}

	/** The call isn't made after all: the next one may leave in its place. */
	release(departure: Departure, now: number): void {
		this.departures.remove(departure);
		if (this.slot !== undefined) this.slot = Math.max(this.pausedUntil, Math.min(this.slot, now));
	}

	/** Records when a call that was allowed to leave was really written to its connection. */
	departed(departure: Departure, now: number): void {
		departure.departedAt = Math.max(departure.permittedAt, now);
		if (departure.isInBurst) return;
		this.way.measured(departure.departedAt - departure.permittedAt);
	}

	/** Nothing waits any more: the next calls may leave at once again as far as the window allows. */
	rest(): void {
		this.slot = undefined;
	}

	/**
	 * The service refused a call with 429: nothing leaves before `until`. A refusal now and then
	 * widens the guard; more of them, or any while the share is lowered, lower the share.
	 */
	refused(departure: Departure, now: number, until: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, until);
		this.slot = Math.max(this.slot ?? 0, this.pausedUntil);
		departure.isRefused = true;
		const { departedAt, permittedAt, turn } = departure;
		this.refusal.measured(now - permittedAt);
		const taken = this.departures.taken(
			departedAt - this.window(now).milliseconds,
			departedAt + turn,
		);
		const isWhole = this.share.at(now) === 1;
		const isSeldom = permittedAt > this.lastRefusedAt + seldom * this.rate.windowMilliseconds;
		this.lastRefusedAt = now;
		if (isWhole && isSeldom && taken.part >= almostAll && this.guard < guardMilliseconds.largest) {
			this.guard = Math.min(guardMilliseconds.largest, this.guard + guardMilliseconds.step);
			return;
		}
		// It is others, and not the way of the calls: a wider guard would only lose room to them.
		if (!isWhole || taken.part < almostAll) this.guard = guardMilliseconds.smallest;
		// Where few calls waited, more might have been taken.
		const ofLimit = departure.isCrowded ? Math.max(1, taken.calls) / this.rate.limit : 1;
		this.share.refused({
			permittedAt,
			at: now,
			resumesAt: this.pausedUntil,
			taken: { ofCalls: taken.part, ofLimit },
		});
	}

	accepted(): void {
		this.guard = Math.max(
			guardMilliseconds.smallest,
			this.guard - guardMilliseconds.easedByEachSuccess,
		);
	}

	/** When the window has room for the next call: now, or later. */
	private turnAt(now: number): number {
		const { calls, milliseconds } = this.window(now);
		const blocking = this.departures.fromNewest(calls);
		if (blocking === undefined) return now;
		return Math.max(now, blocking.departedAt - this.way.milliseconds + milliseconds);
	}

	/** How much ahead of its turn the first call of a try leaves, in milliseconds. */
	private get lead(): number {
		const { windowMilliseconds } = this.rate;
		const lead = this.refusal.milliseconds - refusalTolerance - spread.sharing(windowMilliseconds);
		return Math.min(longestLead * windowMilliseconds, Math.max(0, lead));
	}

	/**
	 * How many calls may leave in how many milliseconds, with guard and share taken off. Whole calls
	 * in a window of the service's own length: lanes that each keep to their calls then fit together
	 * for good, where parts of calls would drift through each other's windows.
	 */
	private window(now: number): { calls: number; milliseconds: number } {
		const share = this.share.at(now);
		const guard = share < 1 ? guardBesideOthers : this.guard;
		const milliseconds = this.rate.windowMilliseconds + guard;
		const allowed = this.rate.limit * share;
		if (allowed < 1) return { calls: 1, milliseconds: milliseconds / allowed };
		return { calls: Math.floor(allowed + roundingTolerance), milliseconds };
	}
}
