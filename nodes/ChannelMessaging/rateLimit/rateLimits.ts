/** Each rate limit has its own queue. */
export type RateLimitBucket = 'message' | 'contact';

export interface Timing {
	windowMs: number;
	/** If the service sends no `Retry-After`. */
	maxBackoffMs: number;
	/**
	 * The maximum time between two requests that test whether the service accepts requests again.
	 * Also the time between two requests at the lowest adaptive limit, so that every process can test
	 * the service several times within its patience.
	 */
	maxTestIntervalMs: number;
	/** How long an execution waits while the service accepts nothing. */
	patienceMs: number;
}

/**
 * How long an execution waits if the service sends `Retry-After`. Such a service announces when it
 * accepts requests again, so a longer wait is worthwhile.
 */
export const retryAfterPatienceMs = 15 * 60_000;

/** How long an execution waits for a connection, which a restart interrupts for a minute or two. */
export const connectionPatienceMs = 2 * 60_000;

/**
 * 100 processes that each send a message every 4 s use 25 messages per second, and 50 processes
 * that each send a contact request every 30 s use 100 per minute. The service accepts a random
 * selection of them, so a process can be unlucky several times. That's why the patience covers 30
 * requests at this rate.
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
 * A wait that exceeds the patience is `undefined`: the execution would give up without another
 * attempt.
 */
export function feasibleWaitMs(retryAfterMs: number | undefined): number | undefined {
	return retryAfterMs !== undefined && retryAfterMs <= retryAfterPatienceMs
		? retryAfterMs
		: undefined;
}
