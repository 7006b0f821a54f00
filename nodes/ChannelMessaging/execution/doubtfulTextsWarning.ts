import type { TimeSlice } from '../scheduling/timeSlicer';
import { affectedItems } from './affectedItems';
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
