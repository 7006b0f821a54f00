import { AdaptiveLimit } from './adaptiveLimit';
import { Pacing, type Window } from './pacing';
import type { Timing } from './windowsAndPatience';
import { type LoggedRequest, SlidingWindowLog } from './slidingWindowLog';

/**
 * Added to each window because latency varies and requests can arrive closer together than they
 * were sent.
 */
const safetyMargin = { minMs: 15, maxMs: 60, stepMs: 15, decreasePerSuccessMs: 0.01 } as const;

/**
 * Requests written within this fraction of a window after a rejected request are included, because
 * their responses may still be pending.
 */
const pendingFraction = 0.5;

/** The number of windows in which the lowest limit recovers to the full limit. */
const recoveryWindows = 20;

/**
 * Determines when the next request is allowed. Supports services with fixed windows, sliding
 * windows, or a token bucket.
 *
 * The class has no clock. Callers pass the time in milliseconds.
 */
export class RateLimiter {
	private readonly log: SlidingWindowLog;

	/** The adaptive limit. Unset at the full limit, so that an idle limiter keeps no state. */
	private adaptiveLimit: AdaptiveLimit | undefined;

	private marginMs: number = safetyMargin.minMs;

	private readonly pacing: Pacing;

	private readonly windowMs: number;

	/** The number of requests per window at the lowest adaptive limit. */
	private readonly minRequests: number;

	/** @param limit the number of requests per window, which may change at any time */
	constructor(
		public limit: number,
		{ windowMs, maxTestIntervalMs }: Timing,
	) {
		this.windowMs = windowMs;
		this.minRequests = windowMs / maxTestIntervalMs;
		// At the lowest limit, requests are one test interval apart.
		this.log = new SlidingWindowLog(maxTestIntervalMs + 2 * windowMs);
		this.pacing = new Pacing(this.log);
	}

	/** The time for which the limiter must be kept after its last request. */
	get retentionMs(): number {
		return recoveryWindows * this.windowMs;
	}

	/**
	 * Returns the time until a request may be sent, or 0 if it may be sent now.
	 *
	 * @param others the number of requests that are waiting or will follow
	 */
	msUntilNext(now: number, others: number): number {
		const window = this.window(now);
		const { requests, windowMs } = window;
		const replaced = this.log.nthLatestWrittenAt(requests);
		const nextSlotAt = replaced === undefined ? now : replaced + windowMs;
		const pacedMs = this.isPaced(now, window, others) ? this.pacing.msUntilNext(now) : 0;
		return Math.max(0, nextSlotAt - now, pacedMs);
	}

	/** Returns how many requests the current limit permits in the given time. */
	requestsIn(milliseconds: number, now: number): number {
		const { requests, windowMs } = this.window(now);
		return (requests * milliseconds) / windowMs;
	}

	/** Must be called only if `msUntilNext` returns 0 for the same `others`. */
	acquire(now: number, others: number): LoggedRequest {
		const window = this.window(now);
		const isPaced = this.isPaced(now, window, others);
		const request = { permittedAt: now, writtenAt: now, isRejected: false };
		this.log.add(request);
		if (isPaced) this.pacing.requestPermitted(now, window);
		else this.pacing.end();
		return request;
	}

	/**
	 * Frees the place of a request that was never sent. The place is available immediately, without
	 * pacing, because skipped messages, such as duplicates, come in groups.
	 */
	release(request: LoggedRequest): void {
		this.log.remove(request);
		this.pacing.skip();
	}

	accepted(): void {
		this.marginMs = Math.max(safetyMargin.minMs, this.marginMs - safetyMargin.decreasePerSuccessMs);
	}

	rejected(request: LoggedRequest, now: number): void {
		request.isRejected = true;
		// If the limit is already lowered, other processes probably caused the 429, and a larger margin
		// wouldn't help.
		const hasFullLimit = this.fraction(now) === 1;
		this.marginMs = hasFullLimit
			? Math.min(safetyMargin.maxMs, this.marginMs + safetyMargin.stepMs)
			: safetyMargin.minMs;
		const { windowMs } = this;
		const { permittedAt, writtenAt } = request;
		const accepted = this.log.acceptedRatio(
			writtenAt - windowMs,
			writtenAt + pendingFraction * windowMs,
		);
		this.adaptiveLimit ??= new AdaptiveLimit(windowMs);
		this.adaptiveLimit.rejected(permittedAt, now, accepted);
	}

	/**
	 * Paces consecutive requests up to the last one. If pacing ended as soon as the remaining requests
	 * fit into the window, unannounced requests would alternate between pacing and bursts.
	 */
	private isPaced(now: number, window: Window, others: number): boolean {
		return !this.fits(now, window, others) || (others > 0 && this.pacing.isActive(now));
	}

	/** Returns whether the current window permits the next request and all other known requests. */
	private fits(now: number, { requests, windowMs }: Window, others: number): boolean {
		const position = requests - others;
		const replaced = position < 1 ? now : this.log.nthLatestWrittenAt(position);
		return replaced === undefined || replaced <= now - windowMs;
	}

	private fraction(now: number): number {
		const fraction = this.adaptiveLimit?.fraction(now) ?? 1;
		if (fraction === 1) this.adaptiveLimit = undefined;
		return fraction;
	}

	/**
	 * Returns the current window, which is longer than usual only if the limit is below one request
	 * per window.
	 */
	private window(now: number): Window {
		const windowMs = this.windowMs + this.marginMs;
		const lowest = Math.min(this.limit, this.minRequests);
		const allowed = Math.max(lowest, this.limit * this.fraction(now));
		if (allowed < 1) return { requests: 1, windowMs: windowMs / allowed };
		return { requests: Math.round(allowed), windowMs };
	}
}
