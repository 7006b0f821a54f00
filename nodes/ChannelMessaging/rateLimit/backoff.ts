/**
 * How long a refused call waits at most, all its waits together, in milliseconds; and for how long
 * calls wait at all while everything is refused. Less where the service doesn't say when to come back.
 */
const longest = { asked: 15 * 60_000, unasked: 2 * 60_000 } as const;

/** The bound for all waits of a call together, by what the service asks for; in milliseconds. */
export function longestRateLimitWait(asked: number | undefined): number {
	return asked === undefined ? longest.unasked : longest.asked;
}

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
