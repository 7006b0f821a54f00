/** The wait after the first failure, which is roughly the service's shortest window. */
const initialWaitMs = 1_000;
/** The maximum jitter as a fraction of the wait. Jitter spreads out concurrent retries. */
const jitterFraction = 0.1;
/**
 * Shorter waits are jittered like a wait of this length, because a fraction of a short wait doesn't
 * spread out retries enough.
 */
const minJitteredMs = 250;
/**
 * Longer waits are jittered like a wait of this length, because more jitter would only delay
 * requests.
 */
const maxJitteredMs = 60_000;

/**
 * Returns 1 s after the first failure and twice as long after each further failure, up to the
 * maximum. Adds up to 10% jitter.
 *
 * @param failures the number of failures, at least 1
 * @param random a number from 0 (inclusive) to 1 (exclusive)
 */
export function exponentialBackoff(failures: number, maxWaitMs: number, random: number): number {
	const waitMs = Math.min(maxWaitMs, initialWaitMs * 2 ** (failures - 1));
	return waitMs * (1 + jitterFraction * random);
}

/** Adds jitter, which never shortens the wait. */
export function withJitter(retryAfterMs: number, random: number): number {
	const jitteredMs = Math.min(maxJitteredMs, Math.max(retryAfterMs, minJitteredMs));
	return retryAfterMs + jitteredMs * jitterFraction * random;
}
