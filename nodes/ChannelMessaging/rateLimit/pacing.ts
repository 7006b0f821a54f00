import type { SlidingWindowLog } from './slidingWindowLog';

/** Requests are spread over at least this fraction of a window. */
const minFraction = 0.5;

/**
 * The maximum time without requests at the end of a window. Limits how long single requests and
 * trigger polls are delayed.
 */
const maxUnpacedMs = 1_000;

/** The current limit. Any window of `windowMs` may contain at most `requests`. */
export interface Window {
	requests: number;
	windowMs: number;
}

/**
 * Spreads the requests of long lists over each window. Otherwise, a list would use up a minute's
 * limit in seconds, and a single request would wait for the rest of the minute.
 *
 * The interval between requests depends on how many requests the window still permits. With a limit
 * of 100 requests per minute, 300 updates are sent every 0.59 s, so the first 100 take 59 s. If 90
 * other requests were sent 10 s before the first update, the window permits 10 updates in the next
 * 50 s, which are sent every 4.9 s. After that, updates are sent every 0.59 s.
 *
 * The class has no clock. Callers pass the time in milliseconds.
 */
export class Pacing {
	/** When the next request is due. `undefined` while requests aren't paced. */
	private nextAt: number | undefined;

	constructor(private readonly log: SlidingWindowLog) {}

	/** Returns the time until the next request is due, or 0 if requests aren't paced. */
	msUntilNext(now: number): number {
		return Math.max(0, (this.nextAt ?? now) - now);
	}

	/** Returns whether requests have been paced until now. Pacing ends if a request is overdue. */
	isActive(now: number): boolean {
		return this.nextAt !== undefined && now - this.nextAt <= maxUnpacedMs;
	}

	/** Starts or continues pacing. Must be called after a request has been added to the log. */
	requestPermitted(now: number, window: Window): void {
		// Timers fire late, so overdue requests are sent immediately. The number of these requests is
		// limited, because a large burst would exhaust the window early and cause a long pause.
		const due = Math.max(this.nextAt ?? now, now - maxUnpacedMs);
		const earliest = due + pacedMs(window.windowMs) / window.requests;
		this.nextAt =
			earliest <= now ? earliest : Math.max(earliest, due + this.intervalMs(due, window));
	}

	/** Lets the next request start immediately. */
	skip(): void {
		this.nextAt = -Infinity;
	}

	end(): void {
		this.nextAt = undefined;
	}

	/**
	 * Returns the shortest interval at which the window permits every request when it is due. Logged
	 * requests stop counting toward the limit after one window.
	 */
	private intervalMs(now: number, { requests, windowMs }: Window): number {
		let intervalMs = 0;
		for (let permitted = requests; permitted > 0; permitted -= 1) {
			const writtenAt = this.log.nthLatestWrittenAt(requests - permitted + 1);
			if (writtenAt === undefined) break;
			intervalMs = Math.max(intervalMs, (writtenAt + pacedMs(windowMs) - now) / permitted);
		}
		return intervalMs;
	}
}

/** Returns the time over which the requests in one window are spread. */
function pacedMs(windowMs: number): number {
	return Math.max(minFraction * windowMs, windowMs - maxUnpacedMs);
}
