import type { LoggedRequest } from './slidingWindowLog';

/** A few lost responses are ordinary, for example while a proxy restarts. */
const maxUnknownInARow = 4;

/** The minimum time between two requests that test whether the service works again. */
export const outcomeTestIntervalMs = 4_000;

/** Long enough for a schedule that executes a workflow every hour during an outage. */
const retentionMs = 65 * 60_000;

/**
 * What the end of a request proves.
 *
 * - `accepted`: the service responded with 2xx.
 * - `unknown`: the service may have processed the request.
 * - `nothing`: the service rejected the request, or never received it, or the execution was stopped.
 */
export type RequestEvidence = 'accepted' | 'nothing' | 'unknown';

/** A period in which requests have unknown outcomes, and none is accepted. */
export interface UncertainPeriod {
	readonly since: number;
}

/**
 * The circuit breaker of all requests with the same token and address. It opens after several
 * unknown outcomes in a row, so that an outage puts only a few messages and new contacts at risk,
 * and closes when the service accepts a request. While it is open, a single request that can't be
 * repeated tests the service.
 *
 * The class has no clock. Callers pass the time in milliseconds.
 */
export class OutcomeBreaker {
	/** `undefined` while the breaker is closed. */
	period: UncertainPeriod | undefined;

	private unknownInARow = 0;

	private latestUnknownAt = -Infinity;

	private nextTestAt = -Infinity;

	/** The test request in flight, if the breaker is half-open. */
	private test: LoggedRequest | undefined;

	/** Whether the state no longer affects later requests. */
	isExpired(now: number): boolean {
		return this.test === undefined && now - this.latestUnknownAt >= retentionMs;
	}

	/** Returns an estimate while a test request is in flight. */
	msUntilNext(now: number): number {
		if (this.period === undefined) return 0;
		return this.test === undefined ? Math.max(0, this.nextTestAt - now) : outcomeTestIntervalMs;
	}

	/** While the breaker is open, the request becomes the test request. */
	permitted(request: LoggedRequest): void {
		if (this.period !== undefined) this.test = request;
	}

	/** Until a request is written, its permit can be returned for another test. */
	written(request: LoggedRequest, now: number): void {
		if (this.test === request) this.nextTestAt = now + outcomeTestIntervalMs;
	}

	/** Must be called at the end of each request, in the order in which the requests end. */
	ended(request: LoggedRequest, evidence: RequestEvidence, now: number): void {
		if (this.test === request) this.test = undefined;
		if (evidence === 'accepted') this.close();
		if (evidence !== 'unknown') return;
		this.unknownInARow += 1;
		this.latestUnknownAt = now;
		if (this.unknownInARow <= maxUnknownInARow || this.period !== undefined) return;
		this.period = { since: now };
		this.nextTestAt = now + outcomeTestIntervalMs;
	}

	close(): void {
		this.period = undefined;
		this.unknownInARow = 0;
		this.latestUnknownAt = -Infinity;
		this.nextTestAt = -Infinity;
	}
}
