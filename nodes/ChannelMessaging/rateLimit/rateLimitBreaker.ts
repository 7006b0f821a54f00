import { exponentialBackoff, withJitter } from './backoff';
import { feasibleWaitMs, retryAfterPatienceMs, type Timing } from './windowsAndPatience';
import type { LoggedRequest } from './slidingWindowLog';

/**
 * The resolution of `Retry-After`. Because of rounding, the header can be slightly longer than the
 * rest of a window.
 */
const headerResolutionMs = 1_000;

/**
 * The circuit breaker of one rate limit. It exists from the first 429 response until the service
 * accepts a request. This period is called an outage.
 *
 * - Closed: rejected requests wait, and other requests continue.
 * - Open: one request at a time tests the service. The breaker opens after two rounds of 429
 * responses without an accepted request, or if the service requests a wait that is longer than a
 * window.
 *
 * The class has no clock. Callers pass the time in milliseconds.
 */
export class RateLimitBreaker {
	/** While this is `true`, only one request is sent at a time. */
	isOpen = false;

	patienceMs: number;

	/** The delay that the latest 429 requested in its `Retry-After` header, if any. */
	retryAfterMs: number | undefined;

	/** Rounds of 429 responses. The responses to concurrent requests count as one round. */
	private rounds = 0;

	private latestRoundAt = -Infinity;

	private nextTestAt: number;

	/** The request that is testing the service while the breaker is half-open. */
	private test: LoggedRequest | undefined;

	constructor(
		private readonly timing: Timing,
		readonly since: number,
	) {
		this.patienceMs = timing.patienceMs;
		this.nextTestAt = since;
	}

	/** While a test is in flight, the result is only an estimate. */
	msUntilNext(now: number): number {
		if (!this.isOpen) return 0;
		return this.test === undefined
			? Math.max(0, this.nextTestAt - now)
			: this.timing.maxTestIntervalMs;
	}

	/** While the breaker is open, the next permitted request tests the service. */
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
		// The long wait may apply to a single contact, so a different request tests the service soon.
		const requestedMs = isRepeated ? feasibleWaitMs(retryAfterMs) : undefined;
		const waitMs =
			requestedMs === undefined
				? exponentialBackoff(this.rounds, this.timing.maxTestIntervalMs, random)
				: withJitter(requestedMs, random);
		this.nextTestAt = Math.max(this.nextTestAt, now + waitMs);
	}

	/** A missing response doesn't prove that an outage has started or ended. */
	unanswered(request: LoggedRequest, now: number, random: number): void {
		if (!this.endTest(request)) return;
		const waitMs = exponentialBackoff(this.rounds, this.timing.maxTestIntervalMs, random);
		this.nextTestAt = now + waitMs;
	}

	/** Another request can test the service immediately. */
	notSent(request: LoggedRequest): void {
		this.endTest(request);
	}

	/**
	 * Must be called only if no request is queued or in flight. A late response to an earlier request
	 * would otherwise count as the end of the outage.
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
