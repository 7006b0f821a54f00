import { AdaptiveLimit } from './adaptiveLimit';
import type { Timing } from './rateLimits';
import { type LoggedRequest, SlidingWindowLog } from './slidingWindowLog';

/**
 * Extends each window, because network latency varies and requests may arrive closer together than
 * they were sent.
 */
const safetyMargin = { minMs: 15, maxMs: 60, stepMs: 15, decreasePerSuccessMs: 0.01 } as const;

/**
 * Paced requests are spread over at least this fraction of a window, and over more of a long
 * window.
 */
const pacingFraction = 0.5;

/**
 * No paced requests are sent at the end of a window. Limits the delay of single messages and of
 * trigger polls.
 */
const maxUnpacedMs = 1_000;

/** The adaptive limit recovers from its lowest value within this number of windows. */
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

	/** `undefined` if requests aren't paced. */
	private nextPacedAt: number | undefined;

	private readonly windowMs: number;

	/** Per window, at the lowest adaptive limit. */
	private readonly minRequests: number;

	/** @param limit requests per window, which can change at any time */
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

	/** The limiter must be kept this long after its last request. */
	get retentionMs(): number {
		return recoveryWindows * this.windowMs;
	}

	/** 0 if a request may be sent now. */
	msUntilNext(now: number): number {
		const { requests, windowMs } = this.window(now);
		const replaced = this.log.nthLatestWrittenAt(requests);
		const nextSlotAt = replaced === undefined ? now : replaced + windowMs;
		return Math.max(0, nextSlotAt - now, (this.nextPacedAt ?? now) - now);
	}

	/**
	 * Must only be called if `msUntilNext` returns 0.
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
	 * Another request can replace one that was never sent immediately, without pacing. Skipped
	 * messages often occur in groups, such as duplicates.
	 */
	release(request: LoggedRequest): void {
		this.log.remove(request);
		if (this.nextPacedAt !== undefined) this.nextPacedAt = -Infinity;
	}

	/** Must be called when no request is waiting. Ends pacing. */
	idle(): void {
		this.nextPacedAt = undefined;
	}

	accepted(): void {
		this.marginMs = Math.max(safetyMargin.minMs, this.marginMs - safetyMargin.decreasePerSuccessMs);
	}

	rejected(request: LoggedRequest, now: number): void {
		request.isRejected = true;
		// If the adaptive limit is lowered, other processes probably caused the 429 response, and a
		// larger margin wouldn't help.
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

	/** The time over which the requests of a window are spread. */
	private pacedMs(windowMs: number): number {
		return Math.max(pacingFraction * windowMs, windowMs - maxUnpacedMs);
	}

	/**
	 * A window is only extended if the limit is less than one request. Otherwise, all processes have
	 * windows of the same length.
	 */
	private window(now: number): { requests: number; windowMs: number } {
		const windowMs = this.windowMs + this.marginMs;
		const lowest = Math.min(this.limit, this.minRequests);
		const allowed = Math.max(lowest, this.limit * this.adaptiveLimit.fraction(now));
		if (allowed < 1) return { requests: 1, windowMs: windowMs / allowed };
		return { requests: Math.round(allowed), windowMs };
	}
}
