import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import type { ReadItem } from './readItems';

/**
 * Warns about texts such as `[object Object]`. Only tests show this warning, because other
 * executions reject such items.
 */
export async function doubtfulTextsWarning(
	items: readonly ReadItem[],
	slice: TimeSlice,
): Promise<string | undefined> {
	let affected = 0;
	let example: string | undefined;
	await mapInSlices(items, slice, (item, itemIndex) => {
		if (item.kind !== 'contact' || item.doubtfulText === undefined) return;
		affected += 1;
		example ??= `${item.doubtfulText.message} [item ${String(itemIndex)}]`;
	});
	if (example === undefined) return undefined;
	const affectedItems = affected === 1 ? '1 item' : `${String(affected)} items`;
	return `${affectedItems} would not be sent: ${example}`;
}
