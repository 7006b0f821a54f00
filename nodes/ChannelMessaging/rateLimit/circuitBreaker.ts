import { exponentialBackoff, withJitter } from './backoff';
import { feasibleWaitMs, retryAfterPatienceMs, type Timing } from './timings';
import type { LoggedRequest } from './slidingWindowLog';

/**
 * The delay in a `Retry-After` header is rounded, so it can slightly exceed the remaining time of a
 * window.
 */
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
export class CircuitBreaker {
	/** Whether requests are sent only one at a time. */
	isOpen = false;

	patienceMs: number;

	/** The delay from the latest 429 response, if it has a `Retry-After` header. */
	retryAfterMs: number | undefined;

	/** The number of rounds of 429 responses. Concurrent requests count as one round. */
	private rounds = 0;

	private latestRoundAt = -Infinity;

	private nextTestAt: number;

	/** The test request in flight, if the breaker is half-open. */
	private test: LoggedRequest | undefined;

	constructor(
		private readonly timing: Timing,
		readonly since: number,
	) {
		this.patienceMs = timing.patienceMs;
		this.nextTestAt = since;
	}

	/** Returns an estimate while a test request is in flight. */
	msUntilNext(now: number): number {
		if (!this.isOpen) return 0;
		return this.test === undefined
			? Math.max(0, this.nextTestAt - now)
			: this.timing.maxTestIntervalMs;
	}

	/** While the breaker is open, the next request that gets a permit becomes the test request. */
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
		// A long wait in the first 429 response may apply only to one contact, so another request soon
		// tests the service.
		const requestedMs = isRepeated ? feasibleWaitMs(retryAfterMs) : undefined;
		const waitMs =
			requestedMs === undefined
				? exponentialBackoff(this.rounds, this.timing.maxTestIntervalMs, random)
				: withJitter(requestedMs, random);
		this.nextTestAt = Math.max(this.nextTestAt, now + waitMs);
	}

	/** A request without a response proves neither an outage nor its end. */
	unanswered(request: LoggedRequest, now: number, random: number): void {
		if (!this.endTest(request)) return;
		const waitMs = exponentialBackoff(this.rounds, this.timing.maxTestIntervalMs, random);
		this.nextTestAt = now + waitMs;
	}

	/** Frees the test slot, so that another request can test the service immediately. */
	notSent(request: LoggedRequest): void {
		this.endTest(request);
	}

	/**
	 * Whether the last wait of the outage is over. Use this only if no request is queued or in
	 * flight, because a slow response could otherwise end an outage.
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
