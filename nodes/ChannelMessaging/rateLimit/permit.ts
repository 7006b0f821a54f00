import type { RequestEvidence } from './unknownOutcomeBreaker';

/**
 * The result of a request.
 *
 * - `passed`: the service responded with a status other than 429.
 * - `rejected`: the service responded with 429.
 * - `unanswered`: the request was sent, but the service didn't respond.
 * - `notSent`: the request didn't reach the service, so another request can be sent immediately.
 */
export type RequestEnd =
	| {
			kind: 'passed' | 'unanswered';
			evidence: RequestEvidence;
			/** Whether the response to the failed request has a `Retry-After` header. */
			asksToWait?: boolean;
	  }
	| { kind: 'notSent' }
	| { kind: 'rejected'; retryAfterMs: number | undefined };

export interface Permit {
	readonly kind: 'granted';
	/** Must be called right before the request is written. */
	readonly onWritten: () => void;
	/** Must be called exactly once, even if the request fails. */
	end(end: RequestEnd): void;
}

/**
 * The result of a request if the service accepted no request during the execution's maximum wait.
 */
export interface GaveUp {
	kind: 'gaveUp';
	waitedMs: number;
	retryAfterMs: number | undefined;
}

/**
 * The result of a request if no test of the service succeeded during the execution's maximum wait.
 */
export interface GaveUpTesting {
	kind: 'gaveUpTesting';
	waitedMs: number;
}

/**
 * The result of a request if the caller must first test the service with a read. The execution
 * counts as waiting for the service until `end` is called, which must happen exactly once.
 */
export interface ReadFirst {
	kind: 'readFirst';
	end(): void;
}

/** The result of a request whose preparation resolved to `false`. */
export interface NotPrepared {
	kind: 'notPrepared';
}

export type NoPermit = { kind: 'cancelled' } | GaveUp | GaveUpTesting;

export type PermitResult = Permit | NoPermit | NotPrepared | ReadFirst;

export interface PermitOptions {
	/** When to resend a rejected request. From that time on, the request goes ahead of all others. */
	retryAt?: number | undefined;
	/**
	 * Whether the request waits until `retryAt` because of the execution's own pace, rather than
	 * because of the service.
	 */
	isPaced?: boolean;
	/**
	 * Whether an attempt was rejected. Rejected requests precede other requests with the same
	 * `retryAt`.
	 */
	wasRejected?: boolean;
	/** Whether sending the request twice has the same effect as sending it once. */
	idempotent?: boolean;
	/** Returns whether a read can test the service first. */
	canRead?(): boolean;
	/**
	 * Called shortly before the request's turn. The promise must resolve before the request gets its
	 * permit. Otherwise, permits would be used later than the limiter planned, and requests would be
	 * written in bursts. Resolves to `false` if the request needs no permit now. Never rejects.
	 */
	prepare?: (() => Promise<boolean>) | undefined;
}
