import { Progress } from '../../../nodes/ChannelMessaging/execution/executionHints';
import type { ItemOutcome } from '../../../nodes/ChannelMessaging/execution/items';
import { VirtualClock } from '../../support/virtualClock';
import { apiErrorWith } from '../client/apiErrorWith';

const done: ItemOutcome = { kind: 'done', result: [] };
const failed: ItemOutcome = { kind: 'failed', error: 'No' };
const skipped: ItemOutcome = {
	kind: 'skipped',
	error: apiErrorWith('contactNotFound', 'notDone'),
};

const repeat = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

describe('Progress', () => {
	/** Ends some of 50 items one after another, at an interval in milliseconds. */
	async function endItems(intervalMs: number, outcomes: readonly ItemOutcome[]) {
		const clock = new VirtualClock();
		const reports: string[] = [];
		const progress = new Progress(50, { noun: 'messages', pastParticiple: 'sent' }, clock);
		const execution = async () => {
			const watching = progress.watch((text) => reports.push(text));
			for (const outcome of outcomes) {
				await clock.sleep(intervalMs);
				progress.add(outcome);
			}
			progress.end();
			await watching;
		};
		await clock.run(execution());
		return { reports, progress };
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
		expect((await endItems(intervalMs, outcomes)).reports).toEqual(reports);
	});

	it('summarizes waits of at least half a second for the rate limit', async () => {
		const { progress } = await endItems(1_000, [failed, ...repeat(9, done)]);

		expect(progress.throttledSummary(1_500)).toBe(
			'Sent 9 messages at 0.9/s; waited 1.5 s for the rate limit',
		);
		expect(progress.throttledSummary(499)).toBeUndefined();
	});
});
