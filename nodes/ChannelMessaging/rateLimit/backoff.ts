const initialWaitMs = 1_000;
const maxWaitMs = 60_000;
/**
 * The maximum jitter, as a fraction of the wait. Jitter distributes concurrent retries over time.
 */
const jitterFraction = 0.1;
/**
 * The minimum wait for calculating jitter, in milliseconds. Gives short waits enough jitter to
 * distribute concurrent retries.
 */
const minJitteredMs = 250;

/**
 * Returns the wait before a retry, in milliseconds. The wait starts at 1 s and doubles with each
 * round up to 60 s. Adds up to 10% jitter.
 *
 * @param round starts at 1
 * @param random from 0 (inclusive) to 1 (exclusive)
 */
export function exponentialBackoff(round: number, random: number): number {
	const waitMs = Math.min(maxWaitMs, initialWaitMs * 2 ** (round - 1));
	return waitMs * (1 + jitterFraction * random);
}

/**
 * Returns the wait from a `Retry-After` header plus jitter, in milliseconds. Jitter never shortens
 * the wait.
 */
export function retryAfterDelay(retryAfterMs: number, random: number): number {
	return (
		retryAfterMs +
		Math.min(maxWaitMs, Math.max(retryAfterMs, minJitteredMs)) * jitterFraction * random
	);
}
