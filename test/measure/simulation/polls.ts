import { table } from '../../support/table';
import { simulatePolls } from './poll';

const sizes = [25, 250, 1_250, 2_500, 10_000, 50_000];

const titles = ['contacts', 'calls', 'minutes', 'most calls a minute', '429s', 'KB stored'];

/** Prints how long a poll takes that has the limit for itself: docs/trigger.md has these figures. */
export async function printPolls(): Promise<void> {
	const rows: (readonly string[])[] = [];
	for (const contacts of sizes) {
		const result = await simulatePolls(contacts, 0);
		rows.push([
			contacts.toLocaleString('en'),
			String(result.calls),
			result.minutes.toFixed(2),
			String(result.mostCallsAMinute),
			String(result.refused),
			(result.stored / 1_000).toFixed(0),
		]);
	}
	console.log(table(titles, rows));
}
