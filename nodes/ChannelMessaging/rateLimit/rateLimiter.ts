import { AdaptiveLimit } from './adaptiveLimit';
import type { Timing } from './rateLimits';
import { type LoggedRequest, SlidingWindowLog } from './slidingWindowLog';

/**
 * The bounds and steps of the safety margin, in milliseconds. The safety margin extends each
 * window, because network latency varies and requests may arrive closer together than they were
 * sent.
 */
const safetyMargin = { minMs: 15, maxMs: 60, stepMs: 15, decreasePerSuccessMs: 0.01 } as const;

/**
 * The minimum fraction of each window over which paced requests are spread. The actual fraction is
 * larger in long windows.
 */
const pacingFraction = 0.5;

/**
 * The maximum time at the end of each window in which no paced requests are sent, in milliseconds.
 * Limits the delay of single messages and of trigger polls.
 */
const maxUnpacedMs = 1_000;

/**
 * How long the adaptive limit lowers the rate after a 429 response, in windows. It recovers from the
 * lowest value within 20 windows.
 */
const recoveryWindows = 20;

/**
 * Determines when the next request may be sent without exceeding the limit in any window. Works
 * with fixed windows, sliding windows, and token buckets.
 *
 * Has no clock. Callers pass the time in milliseconds.
 */
export class RateLimiter {
	private readonly log: SlidingWindowLog;

	private readonly adaptiveLimit: AdaptiveLimit;

	private marginMs: number = safetyMargin.minMs;

	/** When the next paced request is due, or `undefined` if requests aren't paced. */
	private nextPacedAt: number | undefined;

	private readonly windowMs: number;

	/** The lowest adaptive limit, in requests per window. */
	private readonly minRequests: number;

	/** @param limit the number of requests per window, which can change at any time */
	constructor(
		public limit: number,
		{ windowMs, maxTestIntervalMs }: Timing,
	) {
		this.windowMs = windowMs;
		this.minRequests = windowMs / maxTestIntervalMs;
		// At the lowest limit, requests are a test interval apart.
		this.log = new SlidingWindowLog(maxTestIntervalMs + 2 * windowMs);
		this.adaptiveLimit = new AdaptiveLimit(windowMs);
	}

	/** How long the limiter must be kept after its last request. */
	get retentionMs(): number {
		return recoveryWindows * this.windowMs;
	}

	/** Returns the milliseconds until the next request may be sent, or 0 if it may be sent now. */
	msUntilNext(now: number): number {
		const { requests, windowMs } = this.window(now);
		const replaced = this.log.nthLatestWrittenAt(requests);
		const nextSlotAt = replaced === undefined ? now : replaced + windowMs;
		return Math.max(0, nextSlotAt - now, (this.nextPacedAt ?? now) - now);
	}

	/**
	 * Logs a request that is sent now, and returns its log entry. Must only be called if
	 * `msUntilNext` returns 0.
	 *
	 * @param waiting the number of other requests that are waiting
	 */
	acquire(now: number, waiting: number): LoggedRequest {
		const { requests, windowMs } = this.window(now);
		const request = { permittedAt: now, writtenAt: now, isRejected: false };
		this.log.add(request);
		// Starts pacing if the waiting requests don't fit into the current window. Pacing continues
		// until no request is waiting. Otherwise, one execution could use up each window immediately,
		// and other executions would have to wait for the next window.
		const replaced = this.log.nthLatestWrittenAt(Math.max(1, requests - waiting + 1)) ?? -Infinity;
		if (this.nextPacedAt !== undefined || replaced > now - windowMs) {
			// Timers fire late, so overdue requests are sent immediately. The number of these requests is
			// limited, because a large burst would exhaust the window early and cause a long pause.
			const due = Math.max(this.nextPacedAt ?? now, now - maxUnpacedMs);
			this.nextPacedAt = due + this.pacedMs(windowMs) / requests;
		}
		return request;
	}

	/**
	 * Removes a request that was never sent, so that another request can be sent immediately, without
	 * pacing. Skipped messages often occur in groups, such as duplicates.
	 */
	release(request: LoggedRequest): void {
		this.log.remove(request);
		if (this.nextPacedAt !== undefined) this.nextPacedAt = -Infinity;
	}

	/** Ends pacing. Must be called when no request is waiting. */
	idle(): void {
		this.nextPacedAt = undefined;
	}

	/** Decreases the safety margin after a response other than 429. */
	accepted(): void {
		this.marginMs = Math.max(safetyMargin.minMs, this.marginMs - safetyMargin.decreasePerSuccessMs);
	}

	/** Lowers the adaptive limit and adjusts the safety margin after a 429 response. */
	rejected(request: LoggedRequest, now: number): void {
		request.isRejected = true;
		// Resets the safety margin if the adaptive limit is lowered. In this case, other processes
		// probably caused the 429 response, and a larger margin wouldn't help.
		const hasFullLimit = this.adaptiveLimit.fraction(now) === 1;
		this.marginMs = hasFullLimit
			? Math.min(safetyMargin.maxMs, this.marginMs + safetyMargin.stepMs)
			: safetyMargin.minMs;
		const { windowMs } = this;
		const { permittedAt, writtenAt } = request;
		const accepted = this.log.acceptedRatio(
			writtenAt - windowMs,
			writtenAt + pacingFraction * windowMs,
		);
		this.adaptiveLimit.rejected(permittedAt, now, accepted);
	}

	/** Returns the time over which the requests of a window are spread, in milliseconds. */
	private pacedMs(windowMs: number): number {
		return Math.max(pacingFraction * windowMs, windowMs - maxUnpacedMs);
	}

	/**
	 * Returns the length of the current window and the maximum number of requests in it. The window
	 * is only extended if the limit is less than one request. Otherwise, all processes have windows
	 * of the same length.
	 */
	private window(now: number): { requests: number; windowMs: number } {
		const windowMs = this.windowMs + this.marginMs;
		const lowest = Math.min(this.limit, this.minRequests);
		const allowed = Math.max(lowest, this.limit * this.adaptiveLimit.fraction(now));
		if (allowed < 1) return { requests: 1, windowMs: windowMs / allowed };
		return { requests: Math.round(allowed), windowMs };
	}
}
