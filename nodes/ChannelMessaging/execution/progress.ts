import type { Operation } from '../operations/operation';
import type { Clock } from '../scheduling/clock';
import { mapInSlices, sharedTimeSlicer } from '../scheduling/timeSlicer';
import type { DeliveryRate } from './deliveryRate';
import type { ItemOutcome } from './itemOutcome';
import { skipReasonOf } from './skipReasons';

/** An execution that ends within this interval reports no progress. */
const reportIntervalMs = 10_000;

const checkIntervalMs = 500;

/** A delivery starts with a burst of up to a second's messages, so an earlier estimate is too low. */
const minEstimatedMs = 5_000;

const minSummarizedMs = 1_000;

const minReportedWaitMs = 500;

interface Work {
	itemCount: number;
	/** Outcomes of completed items, by item index. */
	outcomes: ReadonlyMap<number, ItemOutcome>;
	rate: DeliveryRate;
	wording: Operation['wording'];
}

/** Reports progress at regular intervals, and resolves when the execution is closed. */
export async function reportProgress(
	work: Work,
	clock: Clock,
	execution: { readonly isClosed: boolean },
	report: (text: string) => void,
): Promise<void> {
	let next = clock.now() + reportIntervalMs;
	while (!execution.isClosed) {
		await clock.sleep(checkIntervalMs);
		work.rate.countTime();
		if (execution.isClosed || clock.now() < next) continue;
		// Intervals that passed while the machine slept get no reports.
		next = clock.now() + reportIntervalMs;
		report(progressOf(work));
	}
}

function progressOf({ itemCount, outcomes, rate, wording }: Work): string {
	const counts = { done: 0, failed: 0, skipped: 0 };
	for (const outcome of outcomes.values()) {
		counts[skipReasonOf(outcome) === undefined ? outcome.kind : 'skipped'] += 1;
	}
	const { done, failed, skipped } = counts;
	const all = itemCount - skipped;
	const failures = failed === 0 ? '' : `, ${String(failed)} not`;
	const counted = `${String(done)} of ${String(all)} ${wording.noun} ${wording.pastParticiple}${failures}`;
	if (!rate.hasStarted) return `${counted} (searching for contacts)`;
	const perSecond = rate.current(minEstimatedMs);
	if (perSecond === undefined) return counted;
	const seconds = rate.secondsFor(itemCount - outcomes.size);
	const toGo = seconds === undefined ? '' : `, about ${String(seconds)} s to go`;
	return `${counted} (${perSecond} a second${toGo})`;
}

/**
 * Returns text such as `Sent 27, skipped 1 (contact not found), failed 2; 24.6 per second; waited
 * 1.0 s for the rate limit`. Omits the rate if this attempt did only one item, or took less than a second
 * for its items. Omits short waits.
 *
 * @param waitedMs how long requests waited for the rate limit
 */
export async function summaryOf(
	outcomes: readonly ItemOutcome[],
	pastParticiple: string,
	rate: DeliveryRate,
	waitedMs: number,
	slice = sharedTimeSlicer.slice(),
): Promise<string> {
	let done = 0;
	let failed = 0;
	const skips = new Map<string, number>();
	await mapInSlices(outcomes, slice, (outcome) => {
		const reason = skipReasonOf(outcome);
		if (reason !== undefined) skips.set(reason, (skips.get(reason) ?? 0) + 1);
		else if (outcome.kind === 'failed') failed += 1;
		else done += 1;
	});
	const verb = `${pastParticiple.charAt(0).toUpperCase()}${pastParticiple.slice(1)}`;
	const counts = [
		`${verb} ${String(done)}`,
		...[...skips].map(([reason, count]) => `skipped ${String(count)} (${reason})`),
		...(failed === 0 ? [] : [`failed ${String(failed)}`]),
	];
	const perSecond = rate.final(minSummarizedMs);
	return [
		counts.join(', '),
		...(perSecond === undefined ? [] : [`${perSecond} per second`]),
		...(waitedMs < minReportedWaitMs
			? []
			: [`waited ${(waitedMs / 1_000).toFixed(1)} s for the rate limit`]),
	].join('; ');
}
