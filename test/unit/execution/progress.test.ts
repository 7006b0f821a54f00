import { reportProgress, summaryOf } from '../../../nodes/ChannelMessaging/execution/progress';
import type { ItemOutcome } from '../../../nodes/ChannelMessaging/execution/itemOutcome';
import { MissingContactError } from '../../../nodes/ChannelMessaging/parameters/contact';
import { VirtualClock } from '../../support/virtualClock';
import { apiErrorWith } from '../client/apiErrorWith';

const done: ItemOutcome = { kind: 'done', result: [] };
const failed: ItemOutcome = { kind: 'failed', error: 'No' };
const skipped: ItemOutcome = {
	kind: 'skipped',
	error: apiErrorWith('contactNotFound', 'notDone'),
};

const alreadySent: ItemOutcome = { kind: 'done', result: [{ status: 'skipped' }] };
const noContact: ItemOutcome = {
	kind: 'skipped',
	error: new MissingContactError("'Contact' is empty", 'Enter a value.'),
};

const repeat = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

const wording = { noun: 'messages', pastParticiple: 'sent' };

describe('reportProgress', () => {
	/** Ends some of 50 items one after another, at an interval in milliseconds. */
	async function reportsOf(intervalMs: number, outcomes: readonly ItemOutcome[]) {
		const clock = new VirtualClock();
		const reports: string[] = [];
		const execution = { isClosed: false };
		const ended = new Map<number, ItemOutcome>();
		const endItems = async () => {
			for (const [itemIndex, outcome] of outcomes.entries()) {
				await clock.sleep(intervalMs);
				ended.set(itemIndex, outcome);
			}
			execution.isClosed = true;
		};
		const work = { itemCount: 50, outcomes: ended, wording };
		const reporting = reportProgress(work, clock, execution, (text) => reports.push(text));
		await clock.run(Promise.all([reporting, endItems()]));
		return reports;
	}

	it.each<[title: string, intervalMs: number, ItemOutcome[], reports: string[]]>([
		[
			'the rate and the remaining time every ten seconds',
			990,
			repeat(35, done),
			[
				'10 of 50 messages sent (1.0 a second, about 40 s to go)',
				'20 of 50 messages sent (1.0 a second, about 30 s to go)',
				'30 of 50 messages sent (1.0 a second, about 20 s to go)',
			],
		],
		['nothing for executions of less than ten seconds', 990, repeat(9, done), []],
		[
			'failed items, and no skipped items',
			495,
			[...repeat(5, skipped), ...repeat(3, failed), ...repeat(13, done)],
			['12 of 45 messages sent, 3 not (1.2 a second, about 20 s to go)'],
		],
		[
			'no remaining time before the first item ends',
			10_400,
			[done],
			['0 of 50 messages sent (0.0 a second)'],
		],
	])('reports %s', async (_title, intervalMs, outcomes, reports) => {
		expect(await reportsOf(intervalMs, outcomes)).toEqual(reports);
	});
});

describe('summaryOf', () => {
	it.each<[title: string, ItemOutcome[], waitedMs: number, summary: string]>([
		[
			'all counts, the rate, and the wait',
			[failed, skipped, alreadySent, noContact, ...repeat(6, done)],
			1_500,
			'Sent 6, skipped 1 (contact not found), skipped 1 (sent or possibly sent earlier), skipped 1 (no contact in the item), failed 1; 0.6 per second; waited 1.5 s for the rate limit',
		],
		['no short wait', [done, done], 499, 'Sent 2; 1.0 per second'],
		['no rate of a single item', [done], 0, 'Sent 1'],
		['skipped items only', [alreadySent], 0, 'Sent 0, skipped 1 (sent or possibly sent earlier)'],
	])('contains %s', async (_title, outcomes, waitedMs, summary) => {
		const elapsedMs = outcomes.length * 1_000;
		expect(await summaryOf(outcomes, 'sent', elapsedMs, waitedMs)).toBe(summary);
	});
});
