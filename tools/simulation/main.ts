import { parseArgs } from 'node:util';

import { repository } from '../../test/support/repository';
import { histories } from './history/arbitraryHistory';
import { chatHistories } from './history/chatHistory';
import { questionHistories } from './history/questionHistory';
import { triggerHistories } from './history/triggerHistory';
import { chatExceptions, chatPromises } from './oracle/chatPromises';
import { evidenceOf } from './oracle/evidence';
import { exceptions, promises } from './oracle/promises';
import { questionPromises } from './oracle/questionPromises';
import { isSettled, triggerExceptions, triggerPromises } from './oracle/triggerPromises';
import { printWorkers } from './report/workers';
import { search } from './search';
import { simulate } from './world/simulate';
import { simulateChat } from './world/simulateChat';
import { simulateQuestions } from './world/simulateQuestions';
import { simulateTrigger } from './world/simulateTrigger';

const flags = {
	seed: { type: 'string', default: '1' },
	histories: { type: 'string', default: '300' },
	/** Replays a failure together with its seed. */
	path: { type: 'string' },
	/** Only generates histories of these families, such as `keys,singles` or `questions,trigger`. */
	families: { type: 'string' },
	/** Prints the table of workers instead, as the average of this number of simulations. */
	workers: { type: 'string' },
	/** The folder of the package's code. */
	package: { type: 'string', default: repository },
	/** Checks only these promises, such as `M1,M3`. */
	promises: { type: 'string' },
} as const;

async function main(): Promise<void> {
	const { values } = parseArgs({ options: flags });
	const { package: folder, path, workers } = values;
	if (workers !== undefined) {
		await printWorkers(Number(workers), folder);
		return;
	}
	const selected = values.families?.split(',');
	// Without families, a path belongs to a history of executions.
	const isSelected = (family: string) => selected?.includes(family) ?? path === undefined;
	const others = ['chat', 'questions', 'trigger'];
	const executions = selected?.filter((name) => !others.includes(name));
	if (executions?.length !== 0) {
		await search(values, {
			families: executions?.join(','),
			histories: histories(executions),
			simulate: async (history) => evidenceOf(await simulate(history, folder)),
			promises,
			exceptions,
		});
	}
	if (isSelected('questions')) {
		await search(values, {
			families: 'questions',
			histories: questionHistories,
			simulate: async (history) => await simulateQuestions(history, folder),
			promises: questionPromises,
		});
	}
	if (isSelected('chat')) {
		await search(values, {
			families: 'chat',
			histories: chatHistories,
			simulate: async (history) => await simulateChat(history, folder),
			promises: chatPromises,
			exceptions: chatExceptions,
		});
	}
	if (isSelected('trigger')) {
		await search(values, {
			families: 'trigger',
			histories: triggerHistories,
			simulate: async (history) => await simulateTrigger(history, isSettled, folder),
			promises: triggerPromises,
			exceptions: triggerExceptions,
		});
	}
}

void main();
