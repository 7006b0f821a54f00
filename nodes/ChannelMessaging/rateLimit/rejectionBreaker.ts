import { exponentialBackoff, withJitter } from './backoff';
import { feasibleWaitMs, retryAfterPatienceMs, type Timing } from './timings';
import type { LoggedRequest } from './slidingWindowLog';

/** `Retry-After` is rounded, and can be slightly longer than the rest of a window. */
const headerResolutionMs = 1_000;

/**
 * The circuit breaker of one rate limit. It exists from the first 429 response until the service
 * accepts a request. This period is an outage.
 *
 * - Closed: rejected requests wait, and other requests continue.
 * - Open: one request at a time tests the service. The breaker opens after two rounds of 429
 * responses without an accepted request, or if the service requests a wait that is longer than a
 * window.
 *
 * The class has no clock. Callers pass the time in milliseconds.
 */
export class RejectionBreaker {
	/** While open, only one request is sent at a time. */
	isOpen = false;

	patienceMs: number;

	/** The delay from the latest 429, if it had a `Retry-After` header. */
	retryAfterMs: number | undefined;

	/** Rounds of 429 responses. Concurrent requests are one round. */
	private rounds = 0;

	private latestRoundAt = -Infinity;

	private nextTestAt: number;

	/** The test in flight while the breaker is half-open. */
	private test: LoggedRequest | undefined;

	constructor(
		private readonly timing: Timing,
		readonly since: number,
	) {
		this.patienceMs = timing.patienceMs;
		this.nextTestAt = since;
	}

	/** An estimate while a test is in flight. */
	msUntilNext(now: number): number {
		if (!this.isOpen) return 0;
		return this.test === undefined
			? Math.max(0, this.nextTestAt - now)
			: this.timing.maxTestIntervalMs;
	}

	/** While open, the next permit is the test. */
	permitted(request: LoggedRequest): void {
		if (this.isOpen) this.test = request;
	}

	rejected(
		request: LoggedRequest,
		now: number,
		retryAfterMs: number | undefined,
		random: number,
	): void {
		this.endTest(request);
		this.retryAfterMs = retryAfterMs;
		if (retryAfterMs !== undefined) this.patienceMs = retryAfterPatienceMs;
		if (request.permittedAt >= this.latestRoundAt) {
			this.rounds += 1;
			this.latestRoundAt = now;
		}
		const isRepeated = this.rounds > 1;
		const isPenalty = (retryAfterMs ?? 0) >= this.timing.windowMs + headerResolutionMs;
		if (!isRepeated && !isPenalty) return;
		this.isOpen = true;
		// The long wait may apply to one contact only, so let another request test the service soon.
		const requestedMs = isRepeated ? feasibleWaitMs(retryAfterMs) : undefined;
		const waitMs =
			requestedMs === undefined
				? exponentialBackoff(this.rounds, this.timing.maxTestIntervalMs, random)
				: withJitter(requestedMs, random);
		this.nextTestAt = Math.max(this.nextTestAt, now + waitMs);
	}

	/** No response proves neither an outage nor its end. */
	unanswered(request: LoggedRequest, now: number, random: number): void {
		if (!this.endTest(request)) return;
		const waitMs = exponentialBackoff(this.rounds, this.timing.maxTestIntervalMs, random);
		this.nextTestAt = now + waitMs;
	}

	/** Another request can test right away. */
	notSent(request: LoggedRequest): void {
		this.endTest(request);
	}

	/**
	 * Only call this with nothing queued or in flight. A slow response could end an outage otherwise.
	 */
	isExpired(now: number): boolean {
		return this.nextTestAt <= now;
	}

	private endTest(request: LoggedRequest): boolean {
		if (this.test !== request) return false;
		this.test = undefined;
		return true;
	}
}
