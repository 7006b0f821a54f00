import * as fc from 'fast-check';

import { historyInWords, type PrintedHistory } from './history/words';
import { type Promises, violationsIn } from './oracle/oracle';

/** A kind of history, how to simulate it, and the promises that must be kept. */
interface Simulation<History extends PrintedHistory, Recording> {
	/** The families of the histories in the command that replays a failure. */
	families: string | undefined;
	histories: fc.Arbitrary<History>;
	simulate: (history: History) => Promise<Recording>;
	promises: Promises<Recording>;
	/** Exceptions to the promises. Empty by default. */
	exceptions?: Promises<Recording>;
}

/** The flags of the command. */
interface SearchRange {
	seed: string;
	histories: string;
	/** Replays a failure together with its seed. */
	path?: string | undefined;
	/** Checks only these promises. */
	promises?: string | undefined;
}

/** The maximum number of broken promises to print. */
const maxShown = 10;

/** Searches for a history that breaks a promise, and prints the shrunk history if there is one. */
export async function search<History extends PrintedHistory, Recording>(
	{ seed, histories: count, path, promises: selected }: SearchRange,
	{ families, histories, simulate, promises, exceptions = {} }: Simulation<History, Recording>,
): Promise<void> {
	const names = Object.keys(promises);
	const checked = selected?.split(',').filter((name) => names.includes(name)) ?? names;
	if (checked.length === 0) return;
	const excepted = new Map<string, number>();
	const start = performance.now();
	const details = await fc.check(
		fc.asyncProperty(histories, async (history) => {
			const recording = await simulate(history);
			for (const name of Object.keys(exceptions).filter((known) => checked.includes(known))) {
				const found = violationsIn(recording, exceptions, [name]).length;
				excepted.set(name, (excepted.get(name) ?? 0) + found);
			}
			const violations = violationsIn(recording, promises, checked);
			if (violations.length === 0) return;
			const others = violations.length - maxShown;
			const more = others > 0 ? [`… and ${String(others)} others`] : [];
			throw new Error([...violations.slice(0, maxShown), ...more].join('\n'));
		}),
		{ seed: Number(seed), numRuns: Number(count), ...(path !== undefined && { path }) },
	);
	if (!details.failed) {
		const seconds = ((performance.now() - start) / 1_000).toFixed(0);
		console.log(`${count} histories in ${seconds} s keep ${checked.join(', ')}`);
		for (const [name, found] of excepted) {
			console.log(`The exception that ${name} names occurred ${String(found)} times`);
		}
		return;
	}
	process.exitCode = 1;
	const [history] = details.counterexample ?? [];
	const { numRuns, numShrinks, errorInstance, counterexamplePath } = details;
	const flags = families === undefined ? '' : ` --families ${families}`;
	const lines = [
		`History ${String(numRuns)} breaks a promise (${String(numShrinks)} shrinks):`,
		...(history === undefined ? [] : historyInWords(history)),
		'',
		errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
		'',
		`Replay: npm run simulate --${flags} --seed ${seed} --path ${counterexamplePath ?? ''}`,
	];
	console.log(lines.join('\n'));
}
