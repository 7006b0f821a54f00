import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ApiError } from '../../api/apiError';
import type { Operation } from '../../operations/operation';
import type { ItemOutcome } from '../itemOutcome';
import { type ErrorPlace, toNodeError } from './nodeErrors';
import type { Failure } from './toolAnswer';

/** The error of a run that stops, with what it has done so far; undefined where nothing stops it. */
export function stopError(
	failures: readonly Failure[],
	outcomes: readonly ItemOutcome[],
	speech: Pick<Operation, 'repetition' | 'wording'>,
	placeOf: (itemIndex: number) => Omit<ErrorPlace, 'itemIndex'>,
): NodeApiError | NodeOperationError | undefined {
	// One that failed by itself, and not only because the run was stopped.
	const culprit = failures.find(({ error }) => !isCancelled(error)) ?? failures[0];
	if (culprit === undefined) return undefined;
	const { itemIndex, error } = culprit;
	return toNodeError(error, { ...placeOf(itemIndex), itemIndex }, describeSoFar(outcomes, speech));
}

function isCancelled(error: unknown): boolean {
	return error instanceof ApiError && error.reason === 'cancelled';
}

/** What a run has done, for whoever wonders whether to run it again; undefined where it only reads. */
export function describeSoFar(
	outcomes: readonly ItemOutcome[],
	{ repetition, wording: { participle } }: Pick<Operation, 'repetition' | 'wording'>,
): string | undefined {
	if (repetition === 'reads') return undefined;
	const done = itemsWhere(outcomes, ({ kind }) => kind === 'done');
	const unknown = itemsWhere(outcomes, isUnknown);
	// What became of a single item is the title's to say.
	if (done.length === 0 && unknown.length > 0 && outcomes.length === 1) return undefined;
	if (done.length + unknown.length === 0) return `Nothing was ${participle}.`;
	const sentences = [
		...(done.length > 0 ? [`Already ${participle}: ${rangesOf(done)}.`] : []),
		...(unknown.length > 0 ? [`Possibly ${participle}: ${rangesOf(unknown)}.`] : []),
		...(repetition === 'harmless' ? [] : [repetition.warning]),
	];
	return sentences.join(' ');
}

function isUnknown(item: ItemOutcome): boolean {
	return (
		item.kind === 'failed' && item.error instanceof ApiError && item.error.outcome === 'unknown'
	);
}

function itemsWhere(
	outcomes: readonly ItemOutcome[],
	isWanted: (outcome: ItemOutcome) => boolean,
): number[] {
	return outcomes.flatMap((outcome, itemIndex) => (isWanted(outcome) ? [itemIndex] : []));
}

/** Rising numbers as a reader says them: `items 0–4, 6 and 8–9`. */
function rangesOf(items: readonly number[]): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const item of items) {
		const range = ranges.at(-1);
		if (range?.last === item - 1) range.last = item;
		else ranges.push({ first: item, last: item });
	}
	const texts = ranges.map(({ first, last }) =>
		first === last ? String(first) : `${String(first)}–${String(last)}`,
	);
	const end = texts.pop() ?? '';
	const list = texts.length === 0 ? end : `${texts.join(', ')} and ${end}`;
	return items.length === 1 ? `item ${list}` : `items ${list}`;
}
