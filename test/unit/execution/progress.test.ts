import type { ItemOutcome } from '../../../nodes/ChannelMessaging/execution/itemOutcome';
import { Progress, type ProgressReport } from '../../../nodes/ChannelMessaging/execution/progress';
import { VirtualClock } from '../../measure/simulation/virtualClock';
import { apiErrorWith } from '../api/apiErrorWith';

const done: ItemOutcome = { kind: 'done', result: [] };
const failed: ItemOutcome = { kind: 'failed', error: 'No' };
const notFound = apiErrorWith('contactNotFound', 'notDone');

/** A run of so many items, one of which ends every second. */
async function run(seconds: number, all: number, outcomeOf: (item: number) => ItemOutcome) {
	const clock = new VirtualClock();
	const reports: ProgressReport[] = [];
	const ended = new Map<number, ItemOutcome>();
	const progress = new Progress(all, ended, clock, (report) => {
		reports.push(report);
	});
	await clock.run(
		(async () => {
			const watching = progress.watch();
			for (let item = 1; item <= seconds; item += 1) {
				await clock.sleep(1_000);
				ended.set(item, outcomeOf(item));
			}
			progress.over();
			await watching;
		})(),
	);
	return { reports, last: progress.now() };
}

it('is reported every ten seconds while a run goes on', async () => {
	const { reports } = await run(35, 50, () => done);

	expect(reports).toHaveLength(3);
	expect(reports[1]?.perSecond).toBeCloseTo(1, 1);
	expect(Math.round(reports[1]?.secondsToGo ?? 0)).toBe(30);
});

it('is not reported of a run of less than ten seconds', async () => {
	const { reports } = await run(9, 9, () => done);

	expect(reports).toEqual([]);
});

it('tells what ended well from what did not', async () => {
	const { last } = await run(20, 40, (item) => (item % 4 === 0 ? failed : done));

	expect(last).toMatchObject({ done: 15, failed: 5, all: 40 });
	expect(last.secondsToGo).toBeCloseTo(20, 0);
});

it('leaves skipped items out of all that is to be done', async () => {
	const { last } = await run(1, 10, () => ({ kind: 'skipped', error: notFound }));

	expect(last).toMatchObject({ done: 0, failed: 0, all: 9 });
});

it('knows of no time to go while nothing has ended', async () => {
	const { last } = await run(0, 10, () => done);

	expect(last.secondsToGo).toBeUndefined();
});
