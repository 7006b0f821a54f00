import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import type { ReadItem } from './readItems';

/** @param problemOf returns a description of the item's problem, or `undefined` */
export async function affectedItems(
	items: readonly ReadItem[],
	slice: TimeSlice,
	problemOf: (item: ReadItem & { kind: 'contact' }, itemIndex: number) => string | undefined,
): Promise<{ items: string; example: string } | undefined> {
	let affected = 0;
	let example: string | undefined;
	await mapInSlices(items, slice, (item, itemIndex) => {
		const problem = item.kind === 'contact' ? problemOf(item, itemIndex) : undefined;
		if (problem === undefined) return;
		affected += 1;
		example ??= problem;
	});
	if (example === undefined) return undefined;
	return { items: affected === 1 ? '1 item' : `${String(affected)} items`, example };
}
