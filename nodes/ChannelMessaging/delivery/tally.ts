import { ChannelFailure } from '../channel/failure';
import type { Outcome } from './delivery';

/** How many items of a run were done, were not, and may have been. */
export interface Tally {
	done: number;
	notDone: number;
	unsure: number;
}

/** Counts what became of a run's items, so that somebody who has to go on knows where it stands. */
export function tally(outcomes: ReadonlyArray<Outcome<unknown>>): Tally {
	const counts: Tally = { done: 0, notDone: 0, unsure: 0 };
	for (const outcome of outcomes) {
		if (outcome.kind === 'done') counts.done += 1;
		else if (isUnsure(outcome)) counts.unsure += 1;
		else counts.notDone += 1;
	}
	return counts;
}

function isUnsure(outcome: Outcome<unknown>): boolean {
	return (
		outcome.kind === 'failed' &&
		outcome.error instanceof ChannelFailure &&
		outcome.error.effect === 'unsure'
	);
}

/**
 * The tally as a sentence.
 *
 * @param things what is counted, such as `messages`
 * @param participle what was done with them, such as `sent`
 */
export function describeTally(counts: Tally, things: string, participle: string): string {
	const total = counts.done + counts.notDone + counts.unsure;
	const unsure =
		counts.unsure === 0
			? 'none is unsure'
			: `${String(counts.unsure)} may or may not have been ${participle}`;
	const counted = total === 1 ? 'item' : things;
	return `Of ${String(total)} ${counted}, ${String(counts.done)} had been ${participle}, ${String(counts.notDone)} had not, ${unsure}.`;
}
