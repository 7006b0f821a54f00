import { Departures, type Departure } from './departures';
import { Share, type Sharing, type Standing } from './share';

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
	sharing: (windowMilliseconds) => 0.05 * windowMilliseconds,
};

/** Where the service takes this part of the calls, refusals are put down to their way, not to others. */
const almostAll = 0.85;

/** And only where the last refusal is so many windows ago. */
const seldom = 10;

/** Parts of the limit are counted back into calls: 7 of 25 must not come to 6.999. */
const roundingTolerance = 1e-6;

/** How the shortest way eases with each call, in milliseconds, so that one lucky call counts not for ever. */
const wayEased = 0.05;

/**
 * Decides when the next call may leave, so that no window of the service ever holds more than its
 * limit, whichever way the service counts: in fixed windows, in a sliding one, or with a bucket.
 *
 * An idle lane doesn't smooth: what fits in the window may leave at once. When more wait than the
 * window holds, they leave one after the other, so that a refusal of the first calls still keeps the
 * last ones back, and the rest a window after the call whose place it takes.
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
	 * What passes at least between a permit and the write, in milliseconds. Learnt from calls that
	 * left one by one: in a burst they wait for each other, and the first of a process for a long time.
	 */
	private shortestWay: number | undefined;

	constructor(
		private rate: Rate,
		private readonly share: Sharing = new Share(rate.windowMilliseconds),
	) {}

	changeRate(rate: Rate): void {
		this.rate = rate;
	}

	/** Milliseconds until the next call may leave; 0 when it may leave now. */
	waitingTime(now: number): number {
		const { calls, milliseconds } = this.window(now);
		const way = this.shortestWay ?? 0;
		this.departures.forgetUntil(now - milliseconds - way);
		const blocking = this.departures.fromNewest(calls);
		const roomAt = blocking === undefined ? now : blocking.departedAt - way + milliseconds;
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
		const { calls, milliseconds } = this.window(now);
		const departure = {
			permittedAt: now,
			departedAt: now,
			isInBurst: this.slot === undefined,
			isCrowded: waiting > calls - this.departures.count - 1,
			isRefused: false,
		};
		this.departures.add(departure);
		if (departure.isCrowded) this.slot ??= now;
		if (this.slot !== undefined) {
			const apart = spread[this.share.standing(now)](milliseconds) / calls;
			this.slot = Math.max(this.slot, now - milliseconds) + apart;
		}
		return departure;
	}

	/** Records when a call that was allowed to leave was really written to its connection. */
	departed(departure: Departure, now: number): void {
		departure.departedAt = Math.max(departure.permittedAt, now);
		if (departure.isInBurst) return;
		const way = departure.departedAt - departure.permittedAt;
		this.shortestWay = Math.min(way, (this.shortestWay ?? Infinity) + wayEased);
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
		const taken = this.departures.taken(departure.departedAt - this.window(now).milliseconds);
		const isWhole = this.share.at(now) === 1;
		const isSeldom =
			departure.permittedAt > this.lastRefusedAt + seldom * this.rate.windowMilliseconds;
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
			permittedAt: departure.permittedAt,
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

	/**
	 * How many calls may leave in how many milliseconds, with guard and share taken off. Whole calls
	 * in a window of the service's own length: lanes that each keep to their calls then fit together
	 * for good, where parts of calls would drift through each other's windows.
	 */
	private window(now: number): { calls: number; milliseconds: number } {
		const milliseconds = this.rate.windowMilliseconds + this.guard;
		const allowed = this.rate.limit * this.share.at(now);
		if (allowed < 1) return { calls: 1, milliseconds: milliseconds / allowed };
		return { calls: Math.floor(allowed + roundingTolerance), milliseconds };
	}
}
