/** Roughly the shortest window of the service. */
const initialWaitMs = 1_000;
/** Jitter spreads concurrent retries. */
const jitterFraction = 0.1;
/** Short waits need jitter, too. */
const minJitteredMs = 250;
/** Beyond this, more jitter would only delay requests. */
const maxJitteredMs = 60_000;

/**
 * 1 s after the first failure, then twice as long each time, up to the maximum. Plus up to 10%
 * jitter.
 *
 * @param failures at least 1
 * @param random from 0 (inclusive) to 1 (exclusive)
 */
export function exponentialBackoff(failures: number, maxWaitMs: number, random: number): number {
	const waitMs = Math.min(maxWaitMs, initialWaitMs * 2 ** (failures - 1));
	return waitMs * (1 + jitterFraction * random);
}

/** Never shortens the wait. */
export function withJitter(retryAfterMs: number, random: number): number {
	const jitteredMs = Math.min(maxJitteredMs, Math.max(retryAfterMs, minJitteredMs));
	return retryAfterMs + jitteredMs * jitterFraction * random;
}
