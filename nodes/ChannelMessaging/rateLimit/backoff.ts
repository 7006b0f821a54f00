/** Roughly the length of the service's shortest rate limit window. */
const initialWaitMs = 1_000;
/** Jitter spreads concurrent retries over time. */
const jitterFraction = 0.1;
/** Minimum wait for the calculation of jitter, so that short waits get enough jitter. */
const minJitteredMs = 250;
/** Maximum wait for the calculation of jitter. More jitter would only delay requests. */
const maxJitteredMs = 60_000;

/**
 * The wait is 1 s after the first failure and doubles with each additional failure, up to the
 * maximum. Jitter adds up to 10%.
 *
 * @param failures the number of failed attempts, at least 1
 * @param random from 0 (inclusive) to 1 (exclusive)
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
