import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import { shortened } from '../texts/shortenedText';
import type { ReadItem } from './readItems';

/**
 * Warns about text such as `[object Object]`. Only tests show this warning, because other
 * executions reject such items.
 */
export async function doubtfulTextsWarning(
	items: readonly ReadItem[],
	slice: TimeSlice,
): Promise<string | undefined> {
	const affected = await affectedItems(
		items,
		slice,
		(item, itemIndex) =>
			item.doubtfulText && `${item.doubtfulText.message} [item ${String(itemIndex)}]`,
	);
	return affected && `${affected.items} would not be sent: ${affected.example}`;
}

/**
 * Warns about expressions that returned nothing, for example because of a misspelled field name.
 */
export async function emptyExpressionsWarning(
	items: readonly ReadItem[],
	slice: TimeSlice,
): Promise<string | undefined> {
	const affected = await affectedItems(items, slice, (item, itemIndex) =>
		item.emptyExpression === undefined
			? undefined
			: `${shortened(item.emptyExpression)} in item ${String(itemIndex)}`,
	);
	return (
		affected &&
		`In ${affected.items}, an expression returned nothing, such as ${affected.example} (the first item is 0). Check the field's name and the data.`
	);
}

/** @param problemOf returns a description of the item's problem, or `undefined` */
async function affectedItems(
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
