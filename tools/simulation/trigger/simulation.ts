import type { Simulation } from '../search';
import { triggerHistories, type TriggerHistory } from './history';
import { judge } from './oracle';
import { play } from './play';
import { historyInWords } from './words';

/** The simulation of the trigger. */
export const trigger: Simulation<TriggerHistory> = {
	histories: triggerHistories,
	async violationsIn(history) {
		const recording = await play(history, (played) => judge(played, history).missing.length === 0);
		const { wrong, missing } = judge(recording, history);
		return [...wrong, ...missing];
	},
	inWords: historyInWords,
	command: 'npm run simulate:trigger --',
};
