import type { TimeSlice } from '../scheduling/timeSlicer';
import { shortened } from '../texts/shortenedText';
import { affectedItems } from './affectedItems';
import type { ReadItem } from './readItems';

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
