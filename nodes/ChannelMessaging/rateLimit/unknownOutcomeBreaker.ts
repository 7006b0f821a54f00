import type { LoggedRequest } from './slidingWindowLog';

/**
 * The maximum number of consecutive unknown outcomes before the breaker opens. A few lost responses
 * are normal.
 */
const maxUnknownInARow = 4;

/** The minimum time between two tests of the service. */
export const outcomeTestIntervalMs = 4_000;

/**
 * The number of tests that may fail after a successful read. Further tests omit the read, because
 * it doesn't predict whether a message is accepted.
 */
const maxReadsInVain = 2;

/**
 * How long unknown outcomes are remembered. This is longer than the pause between two hourly
 * executions.
 */
const retentionMs = 65 * 60_000;

/**
 * What the end of a request shows about the state of the service.
 *
 * - `accepted`: the service responded with 2xx.
 * - `rejected`: the service responded that it didn't process the request.
 * - `unknown`: the service may have processed the request.
 * - `nothing`: the request wasn't sent, was cancelled, or exceeded the rate limit.
 */
export type RequestEvidence = 'accepted' | 'nothing' | 'rejected' | 'unknown';

export interface UncertainPeriod {
	readonly since: number;
	/** Whether a response had a `Retry-After` header, which extends the maximum wait. */
	asksToWait: boolean;
}

/**
 * The circuit breaker for all requests with the same token and address. It opens after several
 * consecutive unknown outcomes so that an outage only puts a few messages and new contacts at risk.
 * While it is open, a read tests the service, followed by a single request that isn't idempotent.
 * If the service accepts that request, the breaker closes. 429 responses don't count, because they
 * open the `RateLimitBreaker` of one rate limit.
 *
 * The class has no clock. Callers pass the time in milliseconds.
 */
export class UnknownOutcomeBreaker {
	/** The current period of unknown outcomes. Set only while the breaker is open. */
	period: UncertainPeriod | undefined;

	/** Consecutive unknown outcomes since the latest accepted request. */
	private unknownInARow = 0;

	/** Unknown outcomes of non-idempotent requests since the service last accepted such a request. */
	private unknownSendsInARow = 0;

	private latestUnknownAt = -Infinity;

	private nextTestAt = -Infinity;

	private nextReadAt = -Infinity;

	/** The request that is testing the service while the breaker is half-open. */
	private test: LoggedRequest | undefined;

	/** Whether the service has responded to an idempotent request since the latest test. */
	private hasRead = false;

	/** The number of tests that failed although a read had succeeded. */
	private readsInVain = 0;

	/** Whether the test in flight was sent after a successful read. */
	private isTestAfterRead = false;

	isExpired(now: number): boolean {
		return this.test === undefined && now - this.latestUnknownAt >= retentionMs;
	}

	/** Whether a read must test the service before the next request that isn't idempotent. */
	get isReadNeeded(): boolean {
		return this.period !== undefined && !this.hasRead && this.readsInVain < maxReadsInVain;
	}

	/** While a test is in flight, the result is only an estimate. */
	msUntilNext(now: number): number {
		if (this.period === undefined) return 0;
		if (this.test !== undefined) return outcomeTestIntervalMs;
		const nextAt = this.isReadNeeded ? Math.max(this.nextTestAt, this.nextReadAt) : this.nextTestAt;
		return Math.max(0, nextAt - now);
	}

	readStarted(now: number): void {
		this.nextReadAt = now + outcomeTestIntervalMs;
	}

	/**
	 * While the breaker is open, the next permitted request that isn't idempotent tests the service.
	 */
	permitted(request: LoggedRequest): void {
		if (this.period === undefined) return;
		this.test = request;
		this.isTestAfterRead = this.hasRead;
		this.hasRead = false;
	}

	/** The next test isn't scheduled in `permitted` because the request may never be written. */
	written(request: LoggedRequest, now: number): void {
		if (this.test === request) this.nextTestAt = now + outcomeTestIntervalMs;
	}

	/** Must be called in the order in which requests end. */
	ended(request: LoggedRequest, evidence: RequestEvidence, idempotent: boolean, now: number): void {
		const isTest = this.test === request;
		if (isTest) this.test = undefined;
		switch (evidence) {
			case 'accepted':
				this.unknownInARow = 0;
				if (idempotent) this.hasRead = this.period !== undefined;
				else this.close();
				break;
			case 'rejected':
				if (idempotent) this.hasRead = this.period !== undefined;
				break;
			case 'unknown':
				if (isTest && this.isTestAfterRead) this.readsInVain += 1;
				this.unknownInARow += 1;
				if (!idempotent) this.unknownSendsInARow += 1;
				this.latestUnknownAt = now;
				this.open(now);
				break;
			case 'nothing':
				// The test proved nothing, so the read that preceded the test still counts.
				if (isTest) this.hasRead = this.isTestAfterRead;
		}
	}

	/** Must be called if a response with an unknown outcome had a `Retry-After` header. */
	askToWait(): void {
		if (this.period !== undefined) this.period.asksToWait = true;
	}

	close(): void {
		this.period = undefined;
		this.unknownInARow = 0;
		this.unknownSendsInARow = 0;
		this.latestUnknownAt = -Infinity;
		this.nextTestAt = -Infinity;
		this.nextReadAt = -Infinity;
		this.hasRead = false;
		this.readsInVain = 0;
	}

	private open(now: number): void {
		const isUncertain = Math.max(this.unknownInARow, this.unknownSendsInARow) > maxUnknownInARow;
		if (!isUncertain || this.period !== undefined) return;
		this.period = { since: now, asksToWait: false };
		this.nextTestAt = now + outcomeTestIntervalMs;
	}
}
