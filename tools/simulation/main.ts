import { parseArgs } from 'node:util';

import { repository } from '../../test/support/repository';
import { histories } from './history/arbitraryHistory';
import { questionHistories } from './history/arbitraryQuestionHistory';
import { questionHistoryInWords } from './history/questionWords';
import type { History } from './history/history';
import type { QuestionHistory } from './history/questionHistory';
import { historyInWords } from './history/words';
import { promises, violationsIn } from './oracle/promises';
import { brokenQuestionPromises, questionPromises } from './oracle/questionPromises';
import { printBlocking } from './report/blocking';
import { printWorkers } from './report/workers';
import { findBrokenPromise, type Simulation } from './search';
import { simulate } from './world/simulate';
import { simulateQuestions } from './world/simulateQuestions';

const flags = {
	seed: { type: 'string', default: '1' },
	histories: { type: 'string', default: '300' },
	/** Replays a failure together with its seed. */
	path: { type: 'string' },
	/** Only generates histories of these families, such as `keys,singles` or `questions`. */
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

type Flags = ReturnType<typeof parseArgs<{ options: typeof flags }>>['values'];

/** The family of histories with questions. */
const questions = 'questions';

/** Searches for broken promises, and prints the result. Returns whether the promises are kept. */
async function search<History>(
	simulation: Simulation<History>,
	names: readonly string[],
	{ seed, histories: count, path }: Flags,
): Promise<boolean> {
	if (names.length === 0) return true;
	const start = performance.now();
	const range = { seed: Number(seed), histories: Number(count), path };
	const broken = await findBrokenPromise(simulation, range);
	const seconds = ((performance.now() - start) / 1_000).toFixed(0);
	console.log(broken ?? `${String(count)} histories in ${seconds} s keep ${names.join(', ')}`);
	return broken === undefined;
}

/** Returns the names of the promises that the user selected. */
function selectedIn(all: object, { promises: names }: Flags): string[] {
	return names?.split(',').filter((name) => name in all) ?? Object.keys(all);
}

async function searchExecutions(values: Flags): Promise<boolean> {
	const families = values.families?.split(',').filter((name) => name !== questions);
	if (families?.length === 0) return true;
	const names = selectedIn(promises, values);
	const simulation = {
		histories: histories(families),
		violationsIn: async (history: History) =>
			violationsIn(await simulate(history, values.package), names),
		inWords: historyInWords,
		command: `npm run simulate --${families === undefined ? '' : ` --families ${families.join(',')}`}`,
	};
	return await search(simulation, names, values);
}

async function searchQuestions(values: Flags): Promise<boolean> {
	// Without families, a path belongs to a history of executions.
	const isSelected = values.families?.split(',').includes(questions) ?? values.path === undefined;
	if (!isSelected) return true;
	const names = selectedIn(questionPromises, values);
	const simulation = {
		histories: questionHistories,
		violationsIn: async (history: QuestionHistory) =>
			brokenQuestionPromises(await simulateQuestions(history, values.package), names),
		inWords: questionHistoryInWords,
		command: `npm run simulate -- --families ${questions}`,
	};
	return await search(simulation, names, values);
}

async function main(): Promise<void> {
	const { values } = parseArgs({ options: flags });
	if (values.workers !== undefined) await printWorkers(Number(values.workers), values.package);
	else if (values.blocking === true) await printBlocking(values.package);
	else if (!(await searchExecutions(values)) || !(await searchQuestions(values)))
		process.exitCode = 1;
}

void main();
