import { Progress, type ProgressReport } from '../../../nodes/ChannelMessaging/execution/progress';
import { VirtualClock } from '../../measure/simulation/virtualClock';

/** A run of so many items, one of which ends every second. */
async function run(seconds: number, all: number, endsBadly: (item: number) => boolean) {
	const clock = new VirtualClock();
	const reports: ProgressReport[] = [];
	const progress = new Progress(all, clock, (report) => {
		reports.push(report);
	});
	await clock.run(
		(async () => {
			const watching = progress.watch();
			for (let item = 1; item <= seconds; item += 1) {
				await clock.sleep(1_000);
				if (endsBadly(item)) progress.itemFailed();
				else progress.itemDone();
			}
			progress.over();
			await watching;
		})(),
	);
	return { reports, last: progress.now() };
}

it('is reported every ten seconds while a run goes on', async () => {
	const { reports } = await run(35, 50, () => false);

	expect(reports).toHaveLength(3);
	expect(reports[1]?.perSecond).toBeCloseTo(1, 1);
	expect(Math.round(reports[1]?.secondsToGo ?? 0)).toBe(30);
});

it('is not reported of a run of less than ten seconds', async () => {
	const { reports } = await run(9, 9, () => false);

	expect(reports).toEqual([]);
});

it('tells what ended well from what did not', async () => {
	const { last } = await run(20, 40, (item) => item % 4 === 0);

	expect(last).toMatchObject({ done: 15, failed: 5, all: 40 });
	expect(last.secondsToGo).toBeCloseTo(20, 0);
});

it('leaves skipped items out of all that is to be done', () => {
	const progress = new Progress(10, new VirtualClock(), () => undefined);
	progress.itemSkipped();
	expect(progress.now()).toMatchObject({ done: 0, failed: 0, all: 9 });
});

it('knows of no time to go while nothing has ended', () => {
	const progress = new Progress(10, new VirtualClock(), () => undefined);
	expect(progress.now().secondsToGo).toBeUndefined();
});
