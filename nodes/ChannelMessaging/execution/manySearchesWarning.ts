import { keyOf } from '../customFieldValues/customFieldReference';
import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import type { ReadItem } from './readItems';

/** Minutes per hour that are available for searches. The rest is reserved for other requests. */
const minutesPerHour = 50;

/**
 * Warns if finding the contacts would take longer than an hour. A workflow that runs every hour to
 * continue a campaign couldn't finish its searches.
 */
export async function manySearchesWarning(
	items: readonly ReadItem[],
	slice: TimeSlice,
): Promise<string | undefined> {
	const searches = new Set<string>();
	let max = Infinity;
	await mapInSlices(items, slice, (item) => {
		if (item.kind !== 'contact' || item.settings.sendingWindow === undefined) return;
		if (item.contact.kind !== 'customField') return;
		searches.add(keyOf(item.contact));
		max = Math.min(max, item.credential.contactCallsPerMinute * minutesPerHour);
	});
	if (searches.size <= max) return undefined;
	const count = searches.size.toLocaleString('en-US');
	return `Finding ${count} contacts takes longer than an hour, which is enough for about ${max.toLocaleString('en-US')}. If a schedule executes this node every hour, split the list, or select the contacts by ID.`;
}
