import { campaignOption, idempotencyKeyOption } from '../parameters/sendOnceOptions';
import { mapInSlices, sharedTimeSlicer } from '../scheduling/timeSlicer';
import type { ReadItem } from './readItems';

/**
 * Warns if several items have the same key, because only the first of these items is sent. Users
 * sometimes enter the campaign's name as the key.
 */
export async function repeatedKeysWarning(
	items: readonly ReadItem[],
	slice = sharedTimeSlicer.slice(),
): Promise<string | undefined> {
	const keys = new Set<string>();
	let repeated = 0;
	await mapInSlices(items, slice, (item) => {
		if (!('sendOnce' in item) || item.sendOnce?.kind !== 'key') return;
		const { key } = item.sendOnce;
		if (keys.has(key)) repeated += 1;
		keys.add(key);
	});
	if (repeated === 0) return undefined;
	return `${String(repeated)} of ${String(items.length)} items have the same '${idempotencyKeyOption.displayName}' as an earlier item, and only the first is sent. For a campaign, use '${campaignOption.displayName}' instead. For events, use a key that differs for each event, e.g. order-{{ $json.orderNumber }}.`;
}
