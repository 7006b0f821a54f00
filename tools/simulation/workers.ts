import { percent, table } from '../table';
import { simulate } from './campaign';
import { usualConditions } from './simulatedService';

const counts = [1, 3, 10, 100];

/** What each of so many workers takes for the limit. */
const ways: Readonly<Record<string, (workers: number) => number>> = {
	'each a fixed part of the limit': (workers) =>
		Math.max(1, Math.floor(usualConditions.limit / workers)),
	'as the node does': () => usualConditions.limit,
};

/** Messages in all: minutes of work for each worker, however many there are. */
const messages = 12_000;

const titles = [
	...['workers', 'way', 'share while all send', 'share to the end'],
	...['first done, s', 'all done, s', '429s of calls', 'not sent'],
];

/** Prints what several processes with the same token reach together, by how they share it. */
export async function printWorkers(): Promise<void> {
	const rows: (readonly string[])[] = [];
	for (const workers of counts) {
		for (const [way, limitEach] of Object.entries(ways)) {
			const result = await simulate({ messages, workers, limitEach: limitEach(workers) });
			rows.push([
				String(workers),
				way,
				percent(result.shareWhileAllSend),
				percent(result.shareOfLimit),
				result.firstDone.toFixed(0),
				result.seconds.toFixed(0),
				percent(result.refusedShare),
				String(result.failed),
			]);
		}
	}
	console.log(
		`${String(messages)} messages, divided among workers that know nothing of each other.`,
	);
	console.log(`\n${table(titles, rows)}`);
}
