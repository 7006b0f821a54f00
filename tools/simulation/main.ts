import { parseArgs } from 'node:util';

import { repository } from '../../test/support/repository';
import { histories } from './history/arbitraryHistory';
import { questionHistories } from './history/questionHistory';
import { triggerHistories } from './history/triggerHistory';
import { promises, violationsIn } from './oracle/promises';
import { brokenQuestionPromises, questionPromises } from './oracle/questionPromises';
import { brokenTriggerPromises, triggerPromises } from './oracle/triggerPromises';
import { printBlocking } from './report/blocking';
import { printWorkers } from './report/workers';
import { search } from './search';
import { simulate } from './world/simulate';
import { simulateQuestions } from './world/simulateQuestions';

const flags = {
	seed: { type: 'string', default: '1' },
	histories: { type: 'string', default: '300' },
	/** Replays a failure together with its seed. */
	path: { type: 'string' },
	/** Only generates histories of these families, such as `keys,singles` or `questions,trigger`. */
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

/** Families with a simulation of their own. */
const [questions, trigger] = ['questions', 'trigger'] as const;

async function main(): Promise<void> {
	const { values } = parseArgs({ options: flags });
	const { package: folder, path, workers, blocking } = values;
	if (workers !== undefined) {
		await printWorkers(Number(workers), folder);
		return;
	}
	if (blocking === true) {
		await printBlocking(folder);
		return;
	}
	const selected = values.families?.split(',');
	const executions = selected?.filter((name) => name !== questions && name !== trigger);
	// Without families, a path belongs to a history of executions.
	const isSelected = (family: string) => selected?.includes(family) ?? path === undefined;
	if (executions?.length !== 0) {
		await search(
			{
				histories: histories(executions),
				promises: Object.keys(promises),
				violationsIn: async (history, names) =>
					violationsIn(await simulate(history, folder), names),
				families: executions?.join(','),
			},
			values,
		);
	}
	if (isSelected(questions)) {
		await search(
			{
				histories: questionHistories,
				promises: Object.keys(questionPromises),
				violationsIn: async (history, names) =>
					brokenQuestionPromises(await simulateQuestions(history, folder), names),
				families: questions,
			},
			values,
		);
	}
	if (isSelected(trigger)) {
		await search(
			{
				histories: triggerHistories,
				promises: triggerPromises,
				violationsIn: async (history) => await brokenTriggerPromises(history, folder),
				families: trigger,
			},
			values,
		);
	}
}

void main();
