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

	it.each([
		{
			title: 'reports the rate and the remaining time every ten seconds',
			intervalMs: 990,
			outcomes: repeat(35, done),
			reports: [
				'10 of 50 messages sent (1.0 a second, about 40 s to go)',
				'20 of 50 messages sent (1.0 a second, about 30 s to go)',
				'30 of 50 messages sent (1.0 a second, about 20 s to go)',
			],
		},
		{
			title: 'reports nothing for executions of less than ten seconds',
			intervalMs: 990,
			outcomes: repeat(9, done),
			reports: [],
		},
		{
			title: 'reports failed items and excludes skipped items',
			intervalMs: 495,
			outcomes: [...repeat(5, skipped), ...repeat(3, failed), ...repeat(13, done)],
			reports: ['12 of 45 messages sent, 3 not (1.2 a second, about 20 s to go)'],
		},
		{
			title: 'reports no remaining time before the first item ends',
			intervalMs: 10_400,
			outcomes: [done],
			reports: ['0 of 50 messages sent (0.0 a second)'],
		},
	])('$title', async ({ intervalMs, outcomes, reports }) => {
		expect(await reportsOf(intervalMs, outcomes)).toEqual(reports);
	});
});

describe('summaryOf', () => {
	it.each([
		{
			title: 'all counts, the rate, and the wait',
			outcomes: [failed, skipped, alreadySent, noContact, ...repeat(6, done)],
			waitedMs: 1_500,
			summary:
				'Sent 6, skipped 1 (contact not found), skipped 1 (already sent), skipped 1 (no contact in the item), failed 1; 0.6 per second; waited 1.5 s for the rate limit',
		},
		{
			title: 'no short wait',
			outcomes: [done, done],
			waitedMs: 499,
			summary: 'Sent 2; 1.0 per second',
		},
		{ title: 'no rate of a single item', outcomes: [done], waitedMs: 0, summary: 'Sent 1' },
		{
			title: 'skipped items only',
			outcomes: [alreadySent],
			waitedMs: 0,
			summary: 'Sent 0, skipped 1 (already sent)',
		},
	])('contains $title', ({ outcomes, waitedMs, summary }) => {
		expect(summaryOf(outcomes, wording, outcomes.length * 1_000, waitedMs)).toBe(summary);
	});
});
