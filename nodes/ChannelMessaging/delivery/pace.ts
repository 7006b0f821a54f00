import { Departures, type Departure } from './departures';
import { Share } from './share';

/** A rate limit of section 8. */
export interface Rate {
	/** Calls in one window, 1 or more. */
	limit: number;
	windowMilliseconds: number;
}

/**
 * What the window is widened by, because a permit is not an arrival: calls that left a second apart
 * arrive a little less than a second apart when the later one had the quicker way. What can be
 * measured on this side of the network is accounted for by `Departure.departedAt`.
 */
const guardMilliseconds = { smallest: 25, step: 10, largest: 60, easedByEachSuccess: 0.01 };

/**
 * Decides when the next call may leave, so that no window of the service ever holds more than its
 * limit, whichever way the service counts: in fixed windows, in a sliding one, or with a bucket.
 *
 * An idle lane doesn't smooth: a whole window's worth of calls leaves at once. When more wait than
 * the window holds, the rest leaves evenly spaced, because bursts stretch on their way and would
 * overlap the window of the next burst.
 *
 * Pure: the time comes in, in milliseconds since the epoch.
 */
export class Pace {
	private readonly departures = new Departures();

	private readonly share: Share;

	private guard = guardMilliseconds.smallest;

	/** When the next of the evenly spaced calls is due; undefined while nothing had to wait. */
	private slot: number | undefined;

	private pausedUntil = 0;

	/** The shortest time seen from a permit to the write, which every call needs. */
	private shortestWay = Infinity;

	constructor(private rate: Rate) {
		this.share = new Share(rate.windowMilliseconds);
	}

	changeRate(rate: Rate): void {
		this.rate = rate;
	}

	/** Milliseconds until the next call may leave; 0 when it may leave now. */
	waitingTime(now: number): number {
		const { calls, milliseconds } = this.window(now);
		this.departures.forgetUntil(now - milliseconds - this.way);
		const blocking = this.departures.fromNewest(calls);
		const roomAt = blocking === undefined ? now : blocking.departedAt - this.way + milliseconds;
		const openAt = Math.max(roomAt, this.pausedUntil);
		if (openAt > now) this.slot ??= openAt;
		return Math.max(0, Math.max(openAt, this.slot ?? now) - now);
	}

	/** Records that a call leaves now. To be called when the waiting time is 0. */
	leave(now: number): Departure {
		const departure = { permittedAt: now, departedAt: now };
		this.departures.add(departure);
		if (this.slot !== undefined) {
			const { calls, milliseconds } = this.window(now);
			this.slot = Math.max(this.slot, now - milliseconds) + milliseconds / calls;
		}
		return departure;
	}

	/** Records when a call that was allowed to leave was really written to its connection. */
	departed(departure: Departure, now: number): void {
		departure.departedAt = Math.max(departure.permittedAt, now);
		const way = departure.departedAt - departure.permittedAt;
		// Eases upwards, so that one lucky call doesn't set the measure for ever.
		this.shortestWay = Math.min(way, this.shortestWay + 0.05);
	}

	/** Nothing waits any more: the next calls may leave at once again as far as the window allows. */
	rest(): void {
		this.slot = undefined;
	}

	/** The service refused a call with 429: nothing leaves before `until`, and less from then on. */
	refused(departure: Departure, now: number, until: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, until);
		this.slot = Math.max(this.slot ?? 0, this.pausedUntil);
		this.guard = Math.min(guardMilliseconds.largest, this.guard + guardMilliseconds.step);
		this.share.refused(departure.departedAt, now);
	}

	accepted(): void {
		this.guard = Math.max(
			guardMilliseconds.smallest,
			this.guard - guardMilliseconds.easedByEachSuccess,
		);
	}

	/** Calls a second that the lane allows itself now. */
	ratePerSecond(now: number): number {
		const { calls, milliseconds } = this.window(now);
		return (calls / milliseconds) * 1_000;
	}

	private get way(): number {
		return Number.isFinite(this.shortestWay) ? this.shortestWay : 0;
	}

	/** How many calls may leave in how many milliseconds, with guard and share taken off. */
	private window(now: number): { calls: number; milliseconds: number } {
		const milliseconds = this.rate.windowMilliseconds + this.guard;
		const allowed = this.rate.limit * this.share.at(now);
		const calls = Math.max(1, Math.floor(allowed));
		return { calls, milliseconds: milliseconds * (calls / allowed) };
	}
}
