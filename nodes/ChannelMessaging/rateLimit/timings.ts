/** The rate limits of the service. Each rate limit has its own queue. */
export type RateLimitBucket = 'message' | 'contact';

export interface Timing {
	windowMs: number;
	/** Maximum wait between attempts if the service sends no `Retry-After` header. */
	maxBackoffMs: number;
	/**
	 * Maximum time between two requests that test whether the service accepts requests again.
	 *
	 * Also the time between two requests at the lowest adaptive limit, so that every process can test
	 * the service several times before it gives up.
	 */
	maxTestIntervalMs: number;
	/** Maximum time that an execution waits while the service accepts no requests. */
	patienceMs: number;
}

/**
 * Maximum time that an execution waits if the service sends a `Retry-After` header. This limit can
 * be long, because the header specifies when the service will accept requests again.
 */
export const retryAfterPatienceMs = 15 * 60_000;

/**
 * Maximum time that an execution waits for a connection. A restart of the service takes one or two
 * minutes.
 */
export const connectionPatienceMs = 2 * 60_000;

/**
 * At the maximum test interval, 100 processes send 25 messages per second in total, and 50
 * processes send 100 contact requests per minute in total. The service accepts a random selection
 * of these requests, so a process can be rejected several times in a row. Therefore, `patienceMs`
 * covers 30 requests at this interval.
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

/**
 * Returns `undefined` if the wait is too long, because the execution would give up before the next
 * attempt.
 */
export function feasibleWaitMs(retryAfterMs: number | undefined): number | undefined {
	return retryAfterMs !== undefined && retryAfterMs <= retryAfterPatienceMs
		? retryAfterMs
		: undefined;
}
