import { sleep } from 'n8n-workflow';

import type { Clock } from './clock';

/** The machine's clock. n8n's cloud allows no timers but n8n-workflow's `sleep`. */
export const systemClock: Clock = {
	now: () => performance.now(),
	sleep: async (milliseconds) => {
		await sleep(milliseconds);
	},
};
