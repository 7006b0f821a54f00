/** Milliseconds. */
const initialWaitMs = 1_000;
const maxWaitMs = 60_000;
/** So that callers that were refused together don't come back together. */
const jitterFraction = 0.1;
/** Milliseconds from which the jitter of a wait is taken at least. */
const minJitteredMs = 250;

/**
 * The wait of a round, the first being 1, in milliseconds: 1 s, 2 s, 4 s… up to a minute, and up to
 * a tenth more by chance, with a random number from 0 to below 1.
 */
export function exponentialBackoff(round: number, random: number): number {
	const wait = Math.min(maxWaitMs, initialWaitMs * 2 ** (round - 1));
	return wait * (1 + jitterFraction * random);
}

/** The wait that the service asks for, in milliseconds, and a little more by chance: never less. */
export function retryAfterDelay(asked: number, random: number): number {
	return asked + Math.min(maxWaitMs, Math.max(asked, minJitteredMs)) * jitterFraction * random;
}
