import * as fc from 'fast-check';

import { triggerHistories, type TriggerHistory } from './history';
import { judge } from './oracle';
import { play } from './play';
import { historyInWords } from './words';

/** The maximum number of broken promises to print. */
const maxShown = 5;

/** Returns the broken promises of the trigger in a history, in words. */
async function violationsOf(history: TriggerHistory): Promise<string[]> {
	const recording = await play(history, (played) => judge(played, history).missing.length === 0);
	const { wrong, missing } = judge(recording, history);
	return [...wrong, ...missing];
}

/**
 * Searches for histories that break a promise of the trigger. Returns a description of the shrunk
 * history, or `undefined` if there is none.
 *
 * @param path replays a failure together with its seed
 */
export async function findBrokenPromise(
	seed: number,
	histories: number,
	path?: string,
): Promise<string | undefined> {
	const details = await fc.check(
		fc.asyncProperty(triggerHistories, async (history) => {
			const violations = await violationsOf(history);
			if (violations.length > 0) throw new Error(violations.slice(0, maxShown).join('\n'));
		}),
		{ seed, numRuns: histories, ...(path !== undefined && { path }) },
	);
	if (!details.failed) return undefined;
	const [history] = details.counterexample ?? [];
	if (history === undefined) throw new Error('fast-check found no counterexample');
	const error: unknown = details.errorInstance;
	return [
		`History ${String(details.numRuns)} breaks a promise (${String(details.numShrinks)} shrinks):`,
		...historyInWords(history),
		'',
		error instanceof Error ? error.message : String(error),
		'',
		`Replay: npm run simulate:trigger -- --seed ${String(seed)} --path ${details.counterexamplePath ?? ''}`,
	].join('\n');
}
