import type { Operation } from '../operations/operation';
import type { Clock } from '../scheduling/clock';
import { mapInSlices, sharedTimeSlicer } from '../scheduling/timeSlicer';
import type { ItemOutcome } from './itemOutcome';
import { skipReasonOf } from './skipReasons';

/** An execution that ends within this interval reports no progress. */
const reportIntervalMs = 10_000;

const checkIntervalMs = 500;

const minReportedWaitMs = 500;

interface Work {
	itemCount: number;
	/** Outcomes of completed items, by item index. */
	outcomes: ReadonlyMap<number, ItemOutcome>;
	wording: Operation['wording'];
}

/** Reports progress at regular intervals, and resolves when the execution is closed. */
export async function reportProgress(
	work: Work,
	clock: Clock,
	execution: { readonly isClosed: boolean },
	report: (text: string) => void,
): Promise<void> {
	const start = clock.now();
	let next = start + reportIntervalMs;
	while (!execution.isClosed) {
		await clock.sleep(checkIntervalMs);
		if (execution.isClosed || clock.now() < next) continue;
		next += reportIntervalMs;
		report(progressOf(work, clock.now() - start));
	}
}

function progressOf({ itemCount, outcomes, wording }: Work, elapsedMs: number): string {
	const counts = { done: 0, failed: 0, skipped: 0 };
	for (const outcome of outcomes.values()) {
		counts[skipReasonOf(outcome) === undefined ? outcome.kind : 'skipped'] += 1;
	}
	const { done, failed, skipped } = counts;
	const all = itemCount - skipped;
	const ended = done + failed;
	const secondsToGo = Math.ceil((((all - ended) / ended) * elapsedMs) / 1_000);
	const failures = failed === 0 ? '' : `, ${String(failed)} not`;
	const toGo = ended === 0 ? '' : `, about ${String(secondsToGo)} s to go`;
	return `${String(done)} of ${String(all)} ${wording.noun} ${wording.pastParticiple}${failures} (${perSecond(done, elapsedMs)} a second${toGo})`;
}

/**
 * Returns text such as `Sent 27, skipped 1 (contact not found), failed 2; 24.6 per second; waited
 * 1.0 s for the rate limit`. Omits the rate if only one item is done, or if the execution took less than
 * a second. Omits short waits.
 *
 * @param waitedMs how long requests waited for the rate limit
 */
export async function summaryOf(
	outcomes: readonly ItemOutcome[],
	pastParticiple: string,
	elapsedMs: number,
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
	const hasRate = done > 1 && elapsedMs >= 1_000;
	return [
		counts.join(', '),
		...(hasRate ? [`${perSecond(done, elapsedMs)} per second`] : []),
		...(waitedMs < minReportedWaitMs
			? []
			: [`waited ${(waitedMs / 1_000).toFixed(1)} s for the rate limit`]),
	].join('; ');
}

function perSecond(count: number, elapsedMs: number): string {
	return ((count / Math.max(1, elapsedMs)) * 1_000).toFixed(1);
}
