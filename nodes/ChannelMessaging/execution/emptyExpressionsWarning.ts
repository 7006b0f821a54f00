import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import { shortened } from '../texts/shownText';
import type { ReadItem } from './readItems';

/**
 * Warns about expressions that returned nothing, for example because of a misspelled field name.
 */
export async function emptyExpressionsWarning(
	items: readonly ReadItem[],
	slice: TimeSlice,
): Promise<string | undefined> {
	let affected = 0;
	let example: string | undefined;
	await mapInSlices(items, slice, (item, itemIndex) => {
		if (item.kind !== 'contact' || item.emptyExpression === undefined) return;
		affected += 1;
		example ??= `${shortened(item.emptyExpression)} in item ${String(itemIndex)}`;
	});
	if (example === undefined) return undefined;
	const affectedItems = affected === 1 ? '1 item' : `${String(affected)} items`;
	return `In ${affectedItems}, an expression returned nothing, such as ${example} (the first item is 0). Check the field's name and the data.`;
}
