/** About as long as the service's shortest window. */
const initialWaitMs = 1_000;
/** Jitter distributes concurrent retries over time. */
const jitterFraction = 0.1;
/** Gives short waits enough jitter. */
const minJitteredMs = 250;
/** Longer jitter would only delay requests. */
const maxJitteredMs = 60_000;

/**
 * Starts at 1 s, doubles with each failed attempt up to the maximum, and has up to 10% jitter.
 *
 * @param failures starts at 1
 * @param random from 0 (inclusive) to 1 (exclusive)
 */
export function exponentialBackoff(failures: number, maxWaitMs: number, random: number): number {
	const waitMs = Math.min(maxWaitMs, initialWaitMs * 2 ** (failures - 1));
	return waitMs * (1 + jitterFraction * random);
}

/** Jitter never shortens the wait. */
export function withJitter(retryAfterMs: number, random: number): number {
	const jitteredMs = Math.min(maxJitteredMs, Math.max(retryAfterMs, minJitteredMs));
	return retryAfterMs + jitteredMs * jitterFraction * random;
}
