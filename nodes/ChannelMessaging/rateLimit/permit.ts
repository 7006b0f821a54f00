import type { RequestEvidence } from './outcomeBreaker';

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
			/** The failed request's response has a `Retry-After` header. */
			asksToWait?: boolean;
	  }
	| { kind: 'notSent' }
	| { kind: 'rejected'; retryAfterMs: number | undefined };

export interface Permit {
	readonly kind: 'granted';
	/** Call right before the request is written. */
	readonly onWritten: () => void;
	/** Call exactly once, even on failure. */
	end(end: RequestEnd): void;
}

/** Nothing was accepted for the execution's maximum wait. */
export interface GaveUp {
	kind: 'gaveUp';
	waitedMs: number;
	retryAfterMs: number | undefined;
}

/** No test succeeded for the execution's maximum wait. */
export interface GaveUpTesting {
	kind: 'gaveUpTesting';
	waitedMs: number;
}

/** Test the service with a read first. */
export interface ReadFirst {
	kind: 'readFirst';
}

export type NoPermit = { kind: 'cancelled' } | GaveUp | GaveUpTesting;

export interface PermitOptions {
	/** When to resend a rejected request, which goes ahead of all others. */
	retryAt?: number | undefined;
	/** Sending it twice does the same as sending it once. */
	idempotent?: boolean;
	/** Whether a read could test the service first. */
	canRead?(): boolean;
}
