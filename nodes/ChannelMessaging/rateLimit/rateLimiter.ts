import { AdaptiveLimit } from './adaptiveLimit';
import type { Timing } from './timings';
import { type LoggedRequest, SlidingWindowLog } from './slidingWindowLog';

/**
 * Added to each window: latency varies, so requests can arrive closer together than they were sent.
 */
const safetyMargin = { minMs: 15, maxMs: 60, stepMs: 15, decreasePerSuccessMs: 0.01 } as const;

/**
 * Paced requests are spread over at least this fraction of a window, and over more of a long one.
 */
const pacingFraction = 0.5;

/**
 * No paced requests at the very end of a window: single messages and polls would wait too long
 * otherwise.
 */
const maxUnpacedMs = 1_000;

/** Windows until the lowest limit has recovered to the full one. */
const recoveryWindows = 20;

/**
 * Determines when the next request fits into every window: fixed, sliding, or a token bucket.
 *
 * No clock in here; callers pass the time in milliseconds.
 */
export class RateLimiter {
	private readonly log: SlidingWindowLog;

	/** Unset at the full limit, so that an idle limiter keeps no state. */
	private adaptiveLimit: AdaptiveLimit | undefined;

	private marginMs: number = safetyMargin.minMs;

	/** Unset while requests aren't paced. */
	private nextPacedAt: number | undefined;

	private readonly windowMs: number;

	/** Requests per window at the lowest adaptive limit. */
	private readonly minRequests: number;

	/** @param limit per window; may change at any time */
	constructor(
		public limit: number,
		{ windowMs, maxTestIntervalMs }: Timing,
	) {
		this.windowMs = windowMs;
		this.minRequests = windowMs / maxTestIntervalMs;
		// At the lowest limit, requests are a test interval apart.
		this.log = new SlidingWindowLog(maxTestIntervalMs + 2 * windowMs);
	}

	/** How long the limiter must be kept after its last request. */
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
	 * Only if `msUntilNext` is 0.
	 *
	 * @param waiting other requests in the queue
	 */
	acquire(now: number, waiting: number): LoggedRequest {
		const { requests, windowMs } = this.window(now);
		const request = { permittedAt: now, writtenAt: now, isRejected: false };
		this.log.add(request);
		// Starts when the waiting requests don't fit into the current window, and ends when none is
		// waiting. Without pacing, one execution could use up each window right away, and the others
		// would always wait for the next one.
		const replaced = this.log.nthLatestWrittenAt(Math.max(1, requests - waiting + 1)) ?? -Infinity;
		if (this.nextPacedAt !== undefined || replaced > now - windowMs) {
			// Timers fire late, so catch up on overdue requests. But not on too many: a burst would use
			// up the window and be followed by a long pause.
			const due = Math.max(this.nextPacedAt ?? now, now - maxUnpacedMs);
			this.nextPacedAt = due + this.pacedMs(windowMs) / requests;
		}
		return request;
	}

	/**
	 * A request that was never sent frees its place immediately, without pacing. Skipped messages
	 * (duplicates, for example) come in groups.
	 */
	release(request: LoggedRequest): void {
		this.log.remove(request);
		if (this.nextPacedAt !== undefined) this.nextPacedAt = -Infinity;
	}

	/** Call when no request is waiting. */
	idle(): void {
		this.nextPacedAt = undefined;
	}

	accepted(): void {
		this.marginMs = Math.max(safetyMargin.minMs, this.marginMs - safetyMargin.decreasePerSuccessMs);
	}

	rejected(request: LoggedRequest, now: number): void {
		request.isRejected = true;
		// Below the full limit, other processes probably caused the 429, and a larger margin wouldn't
		// help.
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

	/** The time over which one window's requests are spread. */
	private pacedMs(windowMs: number): number {
		return Math.max(pacingFraction * windowMs, windowMs - maxUnpacedMs);
	}

	/** The window is only longer than usual below one request per window. */
	private window(now: number): { requests: number; windowMs: number } {
		const windowMs = this.windowMs + this.marginMs;
		const lowest = Math.min(this.limit, this.minRequests);
		const allowed = Math.max(lowest, this.limit * this.fraction(now));
		if (allowed < 1) return { requests: 1, windowMs: windowMs / allowed };
		return { requests: Math.round(allowed), windowMs };
	}
}
