import type { RateLimitBucket } from './rateLimitBucket';

export interface Timing {
	windowMs: number;
	/** The maximum wait between attempts without a `Retry-After` header. */
	maxBackoffMs: number;
	/**
	 * The time between tests of a failing service, and between requests at the lowest adaptive limit.
	 * It is short enough for each process to test several times before it gives up.
	 */
	maxTestIntervalMs: number;
	/** How long an execution waits while the service accepts no requests. */
	patienceMs: number;
}

/**
 * How long an execution waits after a `Retry-After` header. This can be long because the service
 * itself specifies when to resend.
 */
export const retryAfterPatienceMs = 15 * 60_000;

/**
 * At the maximum test interval, 100 processes send 25 messages per second, or 50 processes send 100
 * contact requests per minute. Which of these requests the service accepts is random, so one
 * process can be rejected several times in a row. `patienceMs` therefore allows for 30 tests.
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

/** Returns `undefined` if the execution would give up before the end of the wait. */
export function feasibleWaitMs(retryAfterMs: number | undefined): number | undefined {
	return retryAfterMs !== undefined && retryAfterMs <= retryAfterPatienceMs
		? retryAfterMs
		: undefined;
}
