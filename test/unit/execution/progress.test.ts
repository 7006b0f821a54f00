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

/** A run of 50 items, which end one after the other, each after so many milliseconds. */
async function run(each: number, outcomes: readonly ItemOutcome[]) {
	const clock = new VirtualClock();
	const reports: string[] = [];
	const progress = new Progress(50, { noun: 'messages', pastParticiple: 'sent' }, clock);
	await clock.run(
		(async () => {
			const watching = progress.watch((text) => reports.push(text));
			for (const outcome of outcomes) {
				await clock.sleep(each);
				progress.add(outcome);
			}
			progress.end();
			await watching;
		})(),
	);
	return { reports, progress };
}

const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

describe('the progress of a run', () => {
	it('is reported every ten seconds while it goes on', async () => {
		const { reports } = await run(990, times(35, done));

		expect(reports).toEqual([
			'10 of 50 messages sent (1.0 a second, about 40 s to go)',
			'20 of 50 messages sent (1.0 a second, about 30 s to go)',
			'30 of 50 messages sent (1.0 a second, about 20 s to go)',
		]);
	});

	it('is not reported of less than ten seconds', async () => {
		const { reports } = await run(990, times(9, done));

		expect(reports).toEqual([]);
	});

	it('tells what failed, and leaves out what was skipped', async () => {
		const outcomes = [...times(5, skipped), ...times(3, failed), ...times(13, done)];
		const { reports } = await run(495, outcomes);

		expect(reports).toEqual(['12 of 45 messages sent, 3 not (1.2 a second, about 20 s to go)']);
	});

	it('knows of no time to go while nothing has ended', async () => {
		const { reports } = await run(10_400, [done]);

		expect(reports).toEqual(['0 of 50 messages sent (0.0 a second)']);
	});
});

it('a run tells afterwards how long it waited for the rate limit, unless that was a moment', async () => {
	const { progress } = await run(1_000, [failed, ...times(9, done)]);

	expect(progress.throttledSummary(1_500)).toBe(
		'Sent 9 messages at 0.9/s; waited 1.5 s for the rate limit',
	);
	expect(progress.throttledSummary(499)).toBeUndefined();
});
