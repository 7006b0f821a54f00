import { percent, table } from '../table';
import { simulate } from './campaign';
import { defaultConditions } from './simulatedService';

const workerCounts = [1, 3, 10, 100];

/** The limit of each worker, by strategy. */
const strategies: Readonly<Record<string, (workers: number) => number>> = {
	'a fixed share each': (workers) => Math.max(1, Math.floor(defaultConditions.limit / workers)),
	'adaptive (the node)': () => defaultConditions.limit,
};

/** The total number of messages, which takes several minutes with any number of workers. */
const messages = 12_000;

const titles = [
	...['workers', 'limit', 'share until first done', 'share', 'first done, s', 'all done, s'],
	...['429s', 'not sent'],
];

/** Prints the throughput of several processes with the same token, for each strategy. */
export async function printWorkers(): Promise<void> {
	const rows: (readonly string[])[] = [];
	for (const workers of workerCounts) {
		for (const [strategy, limitFor] of Object.entries(strategies)) {
			const limitPerWorker = limitFor(workers);
			const result = await simulate({ messages, workers, limitPerWorker });
			rows.push([
				String(workers),
				strategy,
				percent(result.shareOfAllWorkers),
				percent(result.shareOfLimit),
				result.firstDoneSeconds.toFixed(0),
				result.seconds.toFixed(0),
				percent(result.rejectedShare),
				String(result.failed),
			]);
		}
	}
	console.log(`${String(messages)} messages from independent workers.`);
	console.log(`\n${table(titles, rows)}`);
}
