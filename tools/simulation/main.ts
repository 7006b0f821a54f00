import { parseArgs } from 'node:util';
import * as fc from 'fast-check';

import { histories } from './history/arbitraryHistory';
import { repository } from '../../test/support/repository';
import type { History } from './history/history';
import { historyInWords } from './history/words';
import { promises, violationsIn } from './oracle/promises';
import { printBlocking } from './report/blocking';
import { printWorkers } from './report/workers';
import { simulate } from './world/simulate';

const flags = {
	seed: { type: 'string', default: '1' },
	histories: { type: 'string', default: '300' },
	/** Replays a failure together with its seed. */
	path: { type: 'string' },
	/** Only generates histories of these families, such as `keys,singles`. */
	families: { type: 'string' },
	/** Prints the table of workers instead, as the average of this number of simulations. */
	workers: { type: 'string' },
	/** Prints how long executions block n8n instead. */
	blocking: { type: 'boolean' },
	/** The folder of the package's code. */
	package: { type: 'string', default: repository },
	/** Checks only these promises, such as `M1,M3`. */
	promises: { type: 'string' },
} as const;

/** The maximum number of broken promises to print. */
const maxShown = 10;

/** Throws an error with the broken promises of a history. */
async function check(history: History, names: readonly string[], folder: string): Promise<void> {
	const violations = violationsIn(await simulate(history, folder), names);
	if (violations.length === 0) return;
	const others = violations.length - maxShown;
	throw new Error(
		[
			...violations.slice(0, maxShown),
			...(others > 0 ? [`… and ${String(others)} others`] : []),
		].join('\n'),
	);
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: flags });
	if (values.workers !== undefined) {
		await printWorkers(Number(values.workers), values.package);
		return;
	}
	if (values.blocking === true) {
		await printBlocking(values.package);
		return;
	}
	const names = values.promises?.split(',') ?? Object.keys(promises);
	const start = performance.now();
	const details = await fc.check(
		fc.asyncProperty(histories(values.families?.split(',')), async (history) => {
			await check(history, names, values.package);
		}),
		{
			seed: Number(values.seed),
			numRuns: Number(values.histories),
			...(values.path !== undefined && { path: values.path }),
		},
	);
	const seconds = ((performance.now() - start) / 1_000).toFixed(0);
	if (!details.failed) {
		console.log(`${String(details.numRuns)} histories in ${seconds} s keep ${names.join(', ')}`);
		return;
	}
	const [history] = details.counterexample ?? [];
	if (history === undefined) throw new Error('fast-check found no counterexample');
	const error: unknown = details.errorInstance;
	console.log(
		[
			`History ${String(details.numRuns)} breaks a promise (${seconds} s, ${String(details.numShrinks)} shrinks):`,
			...historyInWords(history),
			'',
			error instanceof Error ? error.message : String(error),
			'',
			`Replay: npm run simulate -- --seed ${values.seed} --path ${details.counterexamplePath ?? ''}`,
		].join('\n'),
	);
	process.exitCode = 1;
}

void main();
