import { AdaptiveLimit } from './adaptiveLimit';

/** A rate limit of section 8, Limits. */
export interface Rate {
	/** Calls in one window; below 1, one call in several. */
	limit: number;
	windowMilliseconds: number;
}

/** What the window is widened by, in milliseconds, as a later call may be quicker on its way. */
const safetyMargin = { least: 15, most: 60, step: 15, easedByEachSuccess: 0.01 } as const;

/** The share of a window over which requests are paced if more wait than the window admits. */
const pacingFraction = 0.5;

/**
 * The part of a window, in milliseconds, that pacing leaves unused at most. In a window of a minute,
 * half of it would keep single requests waiting for 30 seconds, and polls of the trigger from sending
 * any request at all.
 */
const maxIdleMs = 1_000;

/** The least that is tried beside others: one call in twenty windows. */
const minRequests = 0.05;

/** Windows for which calls are remembered: at the least limit, two calls are twenty windows apart. */
const retentionWindows = 25;

/**
 * Decides when the next call may leave, so that no window of the service holds more calls than its
 * limit, whether it counts in fixed windows, in a sliding one, or with a bucket.
 *
 * Pure: times come in, in milliseconds of any one clock.
 */
export class RateLimiter {
	private readonly log: SlidingWindowLog;

	private readonly adaptiveLimit: AdaptiveLimit;

	private margin: number = safetyMargin.least;

	/** When the next call is due while more wait than there is room for. */
	private spreadUntil: number | undefined;

	private pausedUntil = -Infinity;

	/** @param rate asked anew each time: its limit may change */
	constructor(private readonly rate: () => Rate) {
		const { windowMilliseconds } = rate();
		this.log = new SlidingWindowLog(retentionWindows * windowMilliseconds);
		this.adaptiveLimit = new AdaptiveLimit(windowMilliseconds);
	}

	/** Milliseconds until the next call may leave; 0 when it may leave now. */
	msUntilNext(now: number): number {
		const { calls, milliseconds } = this.window(now);
		const replaced = this.log.nthLatestWrittenAt(calls);
		const roomAt = replaced === undefined ? now : replaced + milliseconds;
		return Math.max(0, roomAt - now, (this.spreadUntil ?? now) - now, this.pausedUntil - now);
	}

	/** Logs a call that leaves now, with so many waiting behind it. The waiting time must be 0. */
	acquire(now: number, waiting: number): LoggedRequest {
		const { calls, milliseconds } = this.window(now);
		const call = { permittedAt: now, writtenAt: now, isRejected: false };
		this.log.add(call);
		// Whether the last of those that wait would come too early for its place in the window.
		const replaced = this.log.nthLatestWrittenAt(Math.max(1, calls - waiting + 1)) ?? -Infinity;
		if (replaced > now - milliseconds) {
			// Timers wake up late: what was due meanwhile may leave at once.
			const due = Math.max(this.spreadUntil ?? now, now - milliseconds);
			this.spreadUntil = due + this.pacedMs(milliseconds) / calls;
		}
		return call;
	}

	/**
	 * The call isn't made after all. Others often aren't made either, such as messages that were sent
	 * before: what the window has room for may leave at once in their place.
	 */
	release(call: LoggedRequest): void {
		this.log.remove(call);
		if (this.spreadUntil !== undefined) this.spreadUntil = -Infinity;
	}

	/** Nothing waits any more: what the window has room for may leave at once again. */
	idle(): void {
		this.spreadUntil = undefined;
	}

	/** Lets nothing leave before a time. */
	pause(until: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, until);
	}

	accepted(): void {
		this.margin = Math.max(safetyMargin.least, this.margin - safetyMargin.easedByEachSuccess);
	}

	/** The service refused the call with 429: what is allowed becomes less. */
	rejected(call: LoggedRequest, now: number): void {
		call.isRejected = true;
		// While the limit is lowered, it is others, and not the calls' way: they would use the room.
		const isAlone = this.adaptiveLimit.fraction(now) === 1;
		this.margin = isAlone
			? Math.min(safetyMargin.most, this.margin + safetyMargin.step)
			: safetyMargin.least;
		const { windowMilliseconds: window } = this.rate();
		const { permittedAt, writtenAt } = call;
		const taken = this.log.acceptedRatio(writtenAt - window, writtenAt + pacingFraction * window);
		this.adaptiveLimit.rejected(permittedAt, now, taken);
	}

	/** Returns the part of a window over which waiting requests are paced, in milliseconds. */
	private pacedMs(windowMs: number): number {
		return Math.max(pacingFraction * windowMs, windowMs - maxIdleMs);
	}

	/** Whole calls in a window as long as the service's: those of several processes fit together. */
	private window(now: number): { calls: number; milliseconds: number } {
		const { limit, windowMilliseconds } = this.rate();
		const milliseconds = windowMilliseconds + this.margin;
		const allowed = Math.max(minRequests, limit * this.adaptiveLimit.fraction(now));
		if (allowed < 1) return { calls: 1, milliseconds: milliseconds / allowed };
		return { calls: Math.round(allowed), milliseconds };
	}
}

/** A call that got its permit. Times are milliseconds of the clock. */
export interface LoggedRequest {
	readonly permittedAt: number;
	/** When it was written to its connection; until that is known, when it was permitted. */
	writtenAt: number;
	/** Whether the service refused it with 429. */
	isRejected: boolean;
}

/** So many calls are taken for granted: a refusal among few calls is no collapse. */
const smoothing = 2;

/** The latest calls in the order of their permits, but timed by their writing, close to arrival. */
export class SlidingWindowLog {
	private readonly calls: LoggedRequest[] = [];

	/** @param memory for how long calls are remembered, in milliseconds */
	constructor(private readonly memory: number) {}

	add(call: LoggedRequest): void {
		this.calls.push(call);
		const oldest = call.permittedAt - this.memory;
		while ((this.calls[0]?.writtenAt ?? oldest) < oldest) this.calls.shift();
	}

	/** Takes out a call that isn't made after all. */
	remove(call: LoggedRequest): void {
		const index = this.calls.lastIndexOf(call);
		if (index !== -1) this.calls.splice(index, 1);
	}

	/** When the call was written that has `position - 1` newer ones, if it is remembered. */
	nthLatestWrittenAt(position: number): number | undefined {
		return this.calls[this.calls.length - position]?.writtenAt;
	}

	/** The part, up to 1, that the service took of the calls written in a time, as far as is known. */
	acceptedRatio(from: number, to: number): number {
		const written = this.calls.filter(({ writtenAt }) => writtenAt >= from && writtenAt <= to);
		const taken = written.filter(({ isRejected }) => !isRejected);
		return (taken.length + smoothing) / (written.length + smoothing);
	}
}
