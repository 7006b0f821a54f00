import type { Operation } from '../operations/operation';
import type { Clock } from '../scheduling/clock';
import { mapInSlices, sharedTimeSlicer, type TimeSlice } from '../scheduling/timeSlicer';
import type { DeliveryRate } from './deliveryRate';
import type { ItemOutcome } from './itemOutcome';
import { messageCountOf, messageCountsOf } from './messageCounts';
import type { ReadItem } from './readItems';

/** The time between progress reports. Shorter executions report no progress. */
const reportIntervalMs = 10_000;

const checkIntervalMs = 500;

interface Work {
	items: readonly ReadItem[];
	/** Outcomes of completed items, by item index. */
	outcomes: ReadonlyMap<number, ItemOutcome>;
	rate: DeliveryRate;
	wording: Operation['wording'];
}

/** Reports progress until the execution is closed. */
export async function reportProgress(
	work: Work,
	clock: Clock,
	execution: { readonly isClosed: boolean },
	report: (text: string) => void,
	slice = sharedTimeSlicer.slice(),
): Promise<void> {
	let next = clock.now() + reportIntervalMs;
	while (!execution.isClosed) {
		await clock.sleep(checkIntervalMs);
		work.rate.countTime();
		if (execution.isClosed || clock.now() < next) continue;
		// Starts from the current time, because the machine may have been asleep.
		next = clock.now() + reportIntervalMs;
		report(await progressOf(work, slice));
	}
}

async function progressOf(
	{ items, outcomes, rate, wording }: Work,
	slice: TimeSlice,
): Promise<string> {
	let done = 0;
	let failed = 0;
	let remaining = 0;
	await mapInSlices(items, slice, (item, itemIndex) => {
		const outcome = outcomes.get(itemIndex);
		const count = messageCountOf(item);
		const counts = outcome && messageCountsOf(outcome, count);
		done += counts?.done ?? 0;
		failed += counts?.failed ?? 0;
		remaining += counts === undefined ? count : 0;
	});
	const all = done + failed + remaining;
	const failures = failed === 0 ? '' : `, ${String(failed)} not`;
	const counted = `${String(done)} of ${String(all)} ${wording.noun} ${wording.pastParticiple}${failures}`;
	if (!rate.hasStarted) return `${counted} (searching for contacts)`;
	const perSecond = rate.current;
	if (perSecond === undefined) return counted;
	const seconds = rate.secondsFor(remaining);
	const toGo = seconds === undefined ? '' : `, about ${String(seconds)} s to go`;
	return `${counted} (${perSecond} a second${toGo})`;
}
