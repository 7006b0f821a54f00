import { percent, table } from '../table';
import { simulate } from './campaign';
import { defaultConditions } from './simulatedService';

const workerCounts = [1, 3, 10, 100];

/** The limit of each worker, by method. */
const methods: Readonly<Record<string, (workers: number) => number>> = {
	'Fixed share': (workers) => Math.max(1, Math.floor(defaultConditions.limit / workers)),
	'Adaptive share': () => defaultConditions.limit,
};

/** The total number of messages, which takes several minutes with any number of workers. */
const messages = 12_000;

const titles = [
	...['Workers', 'Method', 'Share while all send', 'Share', 'First worker done, s'],
	...['All done, s', '429s of the requests', 'Not sent'],
];

/** Prints the table of workers in docs/internals/scaling.md. */
export async function printWorkers(): Promise<void> {
	const rows: (readonly string[])[] = [];
	for (const workers of workerCounts) {
		for (const [method, limitFor] of Object.entries(methods)) {
			const limitPerWorker = limitFor(workers);
			const result = await simulate({ messages, workers, limitPerWorker });
			rows.push([
				String(workers),
				method,
				percent(result.shareOfAllWorkers),
				percent(result.shareOfLimit),
				result.firstDoneSeconds.toFixed(0),
				result.seconds.toFixed(0),
				percent(result.rejectedShare),
				String(result.failed),
			]);
		}
	}
	console.log(table(titles, rows));
}
