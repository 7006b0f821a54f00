import * as fc from 'fast-check';

/** A kind of history, and how to find broken promises in it. */
export interface Simulation<History> {
	histories: fc.Arbitrary<History>;
	/** Simulates a history, and returns the broken promises in words. */
	violationsIn: (history: History) => Promise<readonly string[]>;
	inWords: (history: History) => readonly string[];
	/** The command that replays a failure, without its seed and its path. */
	command: string;
}

interface SearchRange {
	seed: number;
	histories: number;
	/** Replays a failure together with its seed. */
	path?: string | undefined;
}

/** The maximum number of broken promises to print. */
const maxShown = 10;

/**
 * Searches for a history that breaks a promise. Returns a description of the shrunk history, or
 * `undefined` if there is none.
 */
export async function findBrokenPromise<History>(
	{ histories, violationsIn, inWords, command }: Simulation<History>,
	{ seed, histories: numRuns, path }: SearchRange,
): Promise<string | undefined> {
	const details = await fc.check(
		fc.asyncProperty(histories, async (history) => {
			const violations = await violationsIn(history);
			if (violations.length === 0) return;
			const others = violations.length - maxShown;
			const more = others > 0 ? [`… and ${String(others)} others`] : [];
			throw new Error([...violations.slice(0, maxShown), ...more].join('\n'));
		}),
		{ seed, numRuns, ...(path !== undefined && { path }) },
	);
	if (!details.failed) return undefined;
	const [history] = details.counterexample ?? [];
	if (history === undefined) throw new Error('fast-check found no counterexample');
	const error: unknown = details.errorInstance;
	return [
		`History ${String(details.numRuns)} breaks a promise (${String(details.numShrinks)} shrinks):`,
		...inWords(history),
		'',
		error instanceof Error ? error.message : String(error),
		'',
		`Replay: ${command} --seed ${String(seed)} --path ${details.counterexamplePath ?? ''}`,
	].join('\n');
}
