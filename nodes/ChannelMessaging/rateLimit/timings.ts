/** Each has its own queue. */
export type RateLimitBucket = 'message' | 'contact';

export interface Timing {
	windowMs: number;
	/** Maximum wait between attempts without a `Retry-After` header. */
	maxBackoffMs: number;
	/**
	 * Between two tests of a failing service, and between two requests at the lowest adaptive limit:
	 * each process can test several times before it gives up.
	 */
	maxTestIntervalMs: number;
	/** How long an execution waits while nothing is accepted. */
	patienceMs: number;
}

/** With a `Retry-After` header. It may be long, as the service says itself when to come back. */
export const retryAfterPatienceMs = 15 * 60_000;

/** A restart of the service takes one or two minutes. */
export const connectionPatienceMs = 2 * 60_000;

/**
 * At the maximum test interval, 100 processes send 25 messages per second, or 50 processes 100
 * contact requests per minute. Which of them are accepted is random, so one process can be rejected
 * several times in a row: `patienceMs` covers 30 tries.
 */
export const timings: Readonly<Record<RateLimitBucket, Timing>> = {
	message: {
		windowMs: 1_000,
		maxBackoffMs: 8_000,
		maxTestIntervalMs: 4_000,
		patienceMs: 2 * 60_000,
	},
	contact: {
		windowMs: 60_000,
		maxBackoffMs: 30_000,
		maxTestIntervalMs: 30_000,
		patienceMs: 15 * 60_000,
	},
};

/** `undefined` if the execution would give up before that. */
export function feasibleWaitMs(retryAfterMs: number | undefined): number | undefined {
	return retryAfterMs !== undefined && retryAfterMs <= retryAfterPatienceMs
		? retryAfterMs
		: undefined;
}
