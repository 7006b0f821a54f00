import { exponentialBackoff, withJitter } from './backoff';
import { feasibleWaitMs, retryAfterPatienceMs, type Timing } from './timings';
import type { LoggedRequest } from './slidingWindowLog';

/**
 * The delay in a `Retry-After` header is rounded, so it can slightly exceed the remaining time of a
 * window.
 */
const headerResolutionMs = 1_000;

/**
 * A period in which the service rejects requests with 429 and accepts none. The first accepted
 * request ends the outage.
 */
export interface Outage {
	readonly since: number;
	readonly patienceMs: number;
	/** The delay from the latest 429 response, if it has a `Retry-After` header. */
	readonly retryAfterMs: number | undefined;
	/** Whether the circuit breaker is open, so that requests are sent only one at a time. */
	readonly isOpen: boolean;
}

interface CurrentOutage extends Outage {
	patienceMs: number;
	retryAfterMs: number | undefined;
	isOpen: boolean;
	/** The number of rounds of 429 responses. Concurrent requests count as one round. */
	rounds: number;
	latestRoundAt: number;
	nextTestAt: number;
	/** The test request in flight, if the circuit breaker is half-open. */
	test: LoggedRequest | undefined;
}

/**
 * A circuit breaker for one rate limit.
 *
 * - Closed: rejected requests wait, and other requests continue.
 * - Open: one request at a time tests the service. The breaker opens after two rounds of 429
 * responses without an accepted request, or if the service requests a wait that is longer than a
 * window.
 * - Any response other than 429 closes the breaker and resets its state.
 *
 * The class has no clock. Callers pass the time in milliseconds.
 */
export class CircuitBreaker {
	private current: CurrentOutage | undefined;

	constructor(private readonly timing: Timing) {}

	get outage(): Outage | undefined {
		return this.current;
	}

	/** Returns an estimate while a test request is in flight. */
	msUntilNext(now: number): number {
		if (this.current?.isOpen !== true) return 0;
		const { nextTestAt, test } = this.current;
		return test === undefined ? Math.max(0, nextTestAt - now) : this.timing.maxTestIntervalMs;
	}

	/** While the breaker is open, the next request that gets a permit becomes the test request. */
	permitted(request: LoggedRequest): void {
		if (this.current?.isOpen === true) this.current.test = request;
	}

	/**
	 * Must be called for each response other than 429, because the request passed the service's rate
	 * limiter.
	 */
	accepted(): void {
		this.current = undefined;
	}

	rejected(
		request: LoggedRequest,
		now: number,
		retryAfterMs: number | undefined,
		random: number,
	): void {
		const outage = (this.current ??= {
			since: now,
			patienceMs: this.timing.patienceMs,
			retryAfterMs,
			isOpen: false,
			rounds: 0,
			latestRoundAt: -Infinity,
			nextTestAt: now,
			test: undefined,
		});
		this.endTest(request);
		outage.retryAfterMs = retryAfterMs;
		if (retryAfterMs !== undefined) outage.patienceMs = retryAfterPatienceMs;
		if (request.permittedAt >= outage.latestRoundAt) {
			outage.rounds += 1;
			outage.latestRoundAt = now;
		}
		const isRepeated = outage.rounds > 1;
		const isPenalty = (retryAfterMs ?? 0) >= this.timing.windowMs + headerResolutionMs;
		if (!isRepeated && !isPenalty) return;
		outage.isOpen = true;
		// A long wait in the first 429 response may apply only to one contact, so another request soon
		// tests the service.
		const requestedMs = isRepeated ? feasibleWaitMs(retryAfterMs) : undefined;
		const waitMs =
			requestedMs === undefined
				? exponentialBackoff(outage.rounds, this.timing.maxTestIntervalMs, random)
				: withJitter(requestedMs, random);
		outage.nextTestAt = Math.max(outage.nextTestAt, now + waitMs);
	}

	/** A request without a response proves neither an outage nor its end. */
	unanswered(request: LoggedRequest, now: number, random: number): void {
		if (this.current === undefined || !this.endTest(request)) return;
		const waitMs = exponentialBackoff(this.current.rounds, this.timing.maxTestIntervalMs, random);
		this.current.nextTestAt = now + waitMs;
	}

	/** Frees the test slot, so that another request can test the service immediately. */
	notSent(request: LoggedRequest): void {
		this.endTest(request);
	}

	/**
	 * Resets the breaker if the last wait of an outage is over. Must be called only if no request is
	 * queued or in flight, because a slow response could otherwise end an outage.
	 */
	expire(now: number): void {
		if (this.current !== undefined && this.current.nextTestAt <= now) this.current = undefined;
	}

	private endTest(request: LoggedRequest): boolean {
		if (this.current?.test !== request) return false;
		this.current.test = undefined;
		return true;
	}
}
