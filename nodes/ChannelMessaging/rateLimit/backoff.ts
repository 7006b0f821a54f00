/** Milliseconds. */
const firstWait = 1_000;
const longestWait = 60_000;
/** So that callers that were refused together don't come back together. */
const jitterShare = 0.1;
/** Milliseconds from which the jitter of a wait is taken at least. */
const leastJittered = 250;

/**
 * A growing wait in milliseconds: 1 s, 2 s, 4 s… up to a minute, and up to a tenth more by chance.
 *
 * @param round 1 for the first wait
 * @param random a number from 0 to below 1
 */
export function exponentialBackoff(round: number, random: number): number {
	const wait = Math.min(longestWait, firstWait * 2 ** (round - 1));
	return wait * (1 + jitterShare * random);
}

/**
 * The wait that the service asks for, and a little more by chance: never less.
 *
 * @param asked milliseconds
 * @param random a number from 0 to below 1
 */
export function retryAfterDelay(asked: number, random: number): number {
	return asked + Math.min(longestWait, Math.max(asked, leastJittered)) * jitterShare * random;
}
