import { exponentialBackoff, withJitter } from './backoff';
import { feasibleWaitMs, retryAfterPatienceMs, type Timing } from './rateLimits';
import type { LoggedRequest } from './slidingWindowLog';

/**
 * Because of rounding, a `Retry-After` header can request slightly more than the remaining time of
 * a window.
 */
const headerResolutionMs = 1_000;

/** A time in which the service accepts nothing and responds with 429. Ends with any acceptance. */
export interface Outage {
	readonly since: number;
	readonly patienceMs: number;
	/** Requested by the latest 429 response. */
	readonly retryAfterMs: number | undefined;
	/** Whether requests are only sent one at a time, to test the service. */
	readonly isOpen: boolean;
}

interface CurrentOutage extends Outage {
	patienceMs: number;
	retryAfterMs: number | undefined;
	isOpen: boolean;
	/** 429 responses to concurrent requests are one round. */
	rounds: number;
	latestRoundAt: number;
	nextTestAt: number;
	/** In flight (half-open). */
	test: LoggedRequest | undefined;
}

/**
 * A circuit breaker for one rate limit.
 *
 * - Closed: other requests continue while rejected requests wait.
 * - Open: the service accepted nothing between two rounds of 429 responses, or requested a wait that
 * is longer than a window. One request at a time tests the service.
 * - One response other than 429 closes the breaker, and everything about the outage is forgotten.
 *
 * Has no clock. Callers pass the time in milliseconds.
 */
export class CircuitBreaker {
	private current: CurrentOutage | undefined;

	constructor(private readonly timing: Timing) {}

	get outage(): Outage | undefined {
		return this.current;
	}

	/** An estimate during a test. */
	msUntilNext(now: number): number {
		if (this.current?.isOpen !== true) return 0;
		const { nextTestAt, test } = this.current;
		return test === undefined ? Math.max(0, nextTestAt - now) : this.timing.maxTestIntervalMs;
	}

	/** While the breaker is open, the request is the test. */
	permitted(request: LoggedRequest): void {
		if (this.current?.isOpen === true) this.current.test = request;
	}

	/** For a response other than 429, which passed the service's rate limiter. */
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
		// A first penalty may concern one contact only, so another request tests the service soon.
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

	/** Another request can test the service immediately. */
	notSent(request: LoggedRequest): void {
		this.endTest(request);
	}

	/**
	 * Forgets an outage whose last wait is over. Must only be called when no request is queued or in
	 * flight. Otherwise, a slow response would end an outage.
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
