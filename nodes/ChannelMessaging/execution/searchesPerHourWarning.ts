import { keyOf } from '../customFieldValues/customFieldReference';
import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import { contactRequestsOf } from './contactRequestCount';
import type { ReadItem } from './readItems';

/**
 * The minutes per hour that are available for searches. The rest is reserved for other requests.
 */
const minutesPerHour = 50;

/**
 * Warns if finding or reading the contacts would take longer than an hour. A workflow that
 * continues a campaign every hour couldn't finish its requests.
 */
export async function searchesPerHourWarning(
	items: readonly ReadItem[],
	slice: TimeSlice,
): Promise<string | undefined> {
	const contacts = new Set<string>();
	let max = Infinity;
	let needsReads = false;
	await mapInSlices(items, slice, (item) => {
		if (item.kind !== 'contact' || item.settings.sendingWindow === undefined) return;
		const { contact, credential } = item;
		const byId = { kind: 'id', contactId: contact.kind === 'id' ? contact.contactId : '' } as const;
		const isRead = contactRequestsOf({ ...item, checksOnly: false, contact: byId }) > 0;
		if (contact.kind === 'id' && !isRead) return;
		contacts.add(contact.kind === 'id' ? contact.contactId : keyOf(contact));
		needsReads ||= isRead;
		max = Math.min(max, credential.contactCallsPerMinute * minutesPerHour);
	});
	if (contacts.size <= max) return undefined;
	const [count, limit] = [contacts.size, max].map((number) => number.toLocaleString('en-US'));
	const advice = needsReads ? 'split the list' : 'split the list, or select the contacts by ID';
	return `Finding ${String(count)} contacts takes longer than an hour, which is enough for about ${String(limit)}. If a schedule executes this node every hour, ${advice}.`;
}
