import { type Campaign, simulate, type Way } from './campaign';

const counts = [1, 3, 10, 100];

const ways: ReadonlyArray<[Way, string]> = [
	['fixedPart', 'each a fixed part of the limit'],
	['adaptive', 'as the node does'],
];

/** Messages for each worker: minutes of work for each, however many there are. */
const messages = 12_000;

function percent(part: number): string {
	return `${(part * 100).toFixed(1)}%`;
}

/** Prints what several processes with the same token reach together, by how they share it. */
export async function printWorkers(conditions: Partial<Campaign>, seed: number): Promise<void> {
	console.log(
		`${String(messages)} messages, divided among workers that know nothing of each other. Simulated with seed ${String(seed)}.\n`,
	);
	console.log(
		'| workers | way | share while all send | share to the end | first done, s | all done, s | 429s of calls | not sent |',
	);
	console.log('| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |');
	for (const workers of counts) {
		for (const [sharing, way] of ways) {
			const result = await simulate({ ...conditions, messages, workers, sharing, seed });
			const cells = [
				String(workers),
				way,
				percent(result.shareWhileAllSend),
				percent(result.shareOfLimit),
				result.firstDone.toFixed(0),
				result.seconds.toFixed(0),
				percent(result.refusedShare),
				String(result.failed),
			];
			console.log(`| ${cells.join(' | ')} |`);
		}
	}
}
