import { ApiError } from '../client/apiError';
import type { Operation } from '../operations/operation';
import { findInSlices, mapInSlices, sharedTimeSlicer } from '../scheduling/timeSlicer';
import type { ItemOutcome } from './itemOutcome';
import { messageCountOf } from './messageCounts';
import { hasKey, type ReadItem } from './readItems';
import { skipReasonOf } from './skipReasons';
import { itemRanges } from './itemRanges';

export type Effect = Pick<Operation, 'repetition' | 'wording'> & {
	/** Whether the next execution skips messages that were already sent. */
	isRemembered?: boolean;
	/** The number of each item's messages, if any item has several. */
	messageCounts?: readonly number[];
};

export async function effectOf(
	{ wording, repetition }: Effect,
	items: readonly ReadItem[],
	isRemembered: boolean,
	slice = sharedTimeSlicer.slice(),
): Promise<Effect> {
	const withoutKey = await findInSlices(items, slice, (item) => !hasKey(item));
	const counts = await mapInSlices(items, slice, messageCountOf);
	return {
		wording,
		repetition: withoutKey === undefined ? 'harmless' : repetition,
		...(isRemembered && withoutKey !== undefined && { isRemembered }),
		...(counts.some((count) => count > 1) && { messageCounts: counts }),
	};
}

const notResent =
	"messages with the same text and file aren't sent again, unless n8n was restarted or another worker executes it.";

/**
 * Returns sentences that help users decide whether to run the workflow again, or `undefined` for
 * operations that only read.
 *
 * @param correctable the index of the failed item, if users can correct it
 */
export async function describeDoneBeforeError(
	outcomes: readonly ItemOutcome[],
	{ repetition, isRemembered = false, messageCounts, wording: { pastParticiple } }: Effect,
	correctable?: number,
	slice = sharedTimeSlicer.slice(),
): Promise<string | undefined> {
	if (repetition === 'reads') return undefined;
	const done: number[] = [];
	const skipped = new Map<string, number[]>();
	const unknown: number[] = [];
	await mapInSlices(outcomes, slice, (outcome, itemIndex) => {
		if (outcome.kind === 'done') {
			const reason = skipReasonOf(outcome);
			let indexes = done;
			if (reason !== undefined) {
				indexes = skipped.get(reason) ?? [];
				skipped.set(reason, indexes);
			}
			indexes.push(itemIndex);
		} else if (isUnknown(outcome)) {
			unknown.push(itemIndex);
		}
	});
	// With a single item, the error already says that the request may have been processed.
	if (done.length === 0 && unknown.length > 0 && outcomes.length === 1) return undefined;
	const skips = [...skipped].map(
		([reason, indexes]) => `Skipped (${reason}): ${itemRanges(indexes)}.`,
	);
	if (done.length + unknown.length === 0) {
		return [`Nothing was ${pastParticiple}.`, ...skips].join(' ');
	}
	const item = correctable === undefined ? '' : `Correct item ${String(correctable)} and `;
	const again = `${item}${item === '' ? 'Execute' : 'execute'} the workflow again within an hour: ${notResent}`;
	const countOf = (sum: number, itemIndex: number) => sum + (messageCounts?.[itemIndex] ?? 1);
	const sent = done.reduce(countOf, 0);
	const all = outcomes.reduce((sum, _, itemIndex) => countOf(sum, itemIndex), 0);
	const counted = `${String(sent)} of ${String(all)} ${sent === 1 ? 'was' : 'were'} ${pastParticiple}`;
	const already = isRemembered
		? `${counted} (${itemRanges(done)}).`
		: `Already ${pastParticiple}: ${itemRanges(done)}.`;
	const sentences = [
		...(done.length > 0 ? [already] : []),
		...(unknown.length > 0 ? [`Possibly ${pastParticiple}: ${itemRanges(unknown)}.`] : []),
		...skips,
		...(isRemembered ? [again] : repetition === 'harmless' ? [] : [repetition.warning]),
	];
	return sentences.join(' ');
}

function isUnknown(item: ItemOutcome): boolean {
	return item.kind !== 'done' && item.error instanceof ApiError && item.error.outcome === 'unknown';
}
