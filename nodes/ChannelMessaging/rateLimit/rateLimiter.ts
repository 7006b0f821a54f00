import { AdaptiveLimit } from './adaptiveLimit';
import type { Timing } from './timings';
import { type LoggedRequest, SlidingWindowLog } from './slidingWindowLog';

/**
 * Extra time added to each window. Network latency varies, so requests may arrive closer together
 * than they were sent.
 */
const safetyMargin = { minMs: 15, maxMs: 60, stepMs: 15, decreasePerSuccessMs: 0.01 } as const;

/**
 * The minimum fraction of a window over which paced requests are spread. In long windows, they are
 * spread over a larger fraction.
 */
const pacingFraction = 0.5;

/**
 * Maximum time at the end of a window without paced requests. This maximum limits the delay of
 * single messages and trigger polls.
 */
const maxUnpacedMs = 1_000;

/** The number of windows in which the adaptive limit recovers from its lowest value. */
const recoveryWindows = 20;

/**
 * Determines when the next request may be sent without exceeding the limit in any window. Supports
 * fixed windows, sliding windows, and token buckets.
 *
 * The class has no clock. Callers pass the time in milliseconds.
 */
export class RateLimiter {
	private readonly log: SlidingWindowLog;

	/** `undefined` if the full limit applies, so that an idle limiter keeps no state. */
	private adaptiveLimit: AdaptiveLimit | undefined;

	private marginMs: number = safetyMargin.minMs;

	/** The earliest time of the next paced request. `undefined` if requests aren't paced. */
	private nextPacedAt: number | undefined;

	private readonly windowMs: number;

	/** The number of requests per window at the lowest adaptive limit. */
	private readonly minRequests: number;

	/** @param limit the number of requests per window, which can change at any time */
	constructor(
		public limit: number,
		{ windowMs, maxTestIntervalMs }: Timing,
	) {
		this.windowMs = windowMs;
		this.minRequests = windowMs / maxTestIntervalMs;
		// At the lowest adaptive limit, requests are one test interval apart.
		this.log = new SlidingWindowLog(maxTestIntervalMs + 2 * windowMs);
	}

	/** The minimum time to keep the limiter after its last request. */
	get retentionMs(): number {
		return recoveryWindows * this.windowMs;
	}

	/** Returns 0 if a request may be sent immediately. */
	msUntilNext(now: number): number {
		const { requests, windowMs } = this.window(now);
		const replaced = this.log.nthLatestWrittenAt(requests);
		const nextSlotAt = replaced === undefined ? now : replaced + windowMs;
		return Math.max(0, nextSlotAt - now, (this.nextPacedAt ?? now) - now);
	}

	/**
	 * Must be called only if `msUntilNext` returns 0.
	 *
	 * @param waiting the number of other waiting requests
	 */
	acquire(now: number, waiting: number): LoggedRequest {
		const { requests, windowMs } = this.window(now);
		const request = { permittedAt: now, writtenAt: now, isRejected: false };
		this.log.add(request);
		// Pacing starts if the waiting requests don't fit into the current window, and ends when no
		// request is waiting. Without pacing, one execution could use up each window immediately, and
		// other executions would have to wait for the next window.
		const replaced = this.log.nthLatestWrittenAt(Math.max(1, requests - waiting + 1)) ?? -Infinity;
		if (this.nextPacedAt !== undefined || replaced > now - windowMs) {
			// Timers fire late, so overdue requests are sent immediately. Their number is limited,
			// because a large burst would exhaust the window early and cause a long pause.
			const due = Math.max(this.nextPacedAt ?? now, now - maxUnpacedMs);
			this.nextPacedAt = due + this.pacedMs(windowMs) / requests;
		}
		return request;
	}

	/**
	 * If a request was never sent, another request can be sent in its place immediately, without
	 * pacing. This matters for skipped messages, such as duplicates, which often occur in groups.
	 */
	release(request: LoggedRequest): void {
		this.log.remove(request);
		if (this.nextPacedAt !== undefined) this.nextPacedAt = -Infinity;
	}

	/** Ends pacing. Must be called when no request is waiting. */
	idle(): void {
		this.nextPacedAt = undefined;
	}

	accepted(): void {
		this.marginMs = Math.max(safetyMargin.minMs, this.marginMs - safetyMargin.decreasePerSuccessMs);
	}

	rejected(request: LoggedRequest, now: number): void {
		request.isRejected = true;
		// If the adaptive limit is below its maximum, other processes probably caused the 429 response.
		// A larger safety margin wouldn't help.
		const hasFullLimit = this.fraction(now) === 1;
		this.marginMs = hasFullLimit
			? Math.min(safetyMargin.maxMs, this.marginMs + safetyMargin.stepMs)
			: safetyMargin.minMs;
		const { windowMs } = this;
		const { permittedAt, writtenAt } = request;
		const accepted = this.log.acceptedRatio(
			writtenAt - windowMs,
			writtenAt + pacingFraction * windowMs,
		);
		this.adaptiveLimit ??= new AdaptiveLimit(windowMs);
		this.adaptiveLimit.rejected(permittedAt, now, accepted);
	}

	private fraction(now: number): number {
		const fraction = this.adaptiveLimit?.fraction(now) ?? 1;
		if (fraction === 1) this.adaptiveLimit = undefined;
		return fraction;
	}

	/** Returns the time over which the requests of one window are spread. */
	private pacedMs(windowMs: number): number {
		return Math.max(pacingFraction * windowMs, windowMs - maxUnpacedMs);
	}

	/** The window is longer than usual only if the limit is less than one request per window. */
	private window(now: number): { requests: number; windowMs: number } {
		const windowMs = this.windowMs + this.marginMs;
		const lowest = Math.min(this.limit, this.minRequests);
		const allowed = Math.max(lowest, this.limit * this.fraction(now));
		if (allowed < 1) return { requests: 1, windowMs: windowMs / allowed };
		return { requests: Math.round(allowed), windowMs };
	}
}
