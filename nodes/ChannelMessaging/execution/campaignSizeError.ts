import { canonicalContactId } from '../client/canonicalContactId';
import { ParameterError } from '../parameters/parameterError';
import { campaignOption } from '../parameters/sendOnceOptions';
import { keyOf } from '../customFieldValues/customFieldReference';
import { mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import { maxKeys } from '../sendOnce/keyStore';
import { messageCountOf } from './messageCounts';
import type { ReadItem } from './readItems';

/**
 * Returns an error if a campaign needs more idempotency keys than a node can store. The last keys
 * would evict the first ones, so those contacts would receive the campaign again.
 */
export async function campaignSizeError(
	items: readonly ReadItem[],
	slice: TimeSlice,
): Promise<ParameterError | undefined> {
	const keys = new Map<string, number>();
	let count = 0;
	await mapInSlices(items, slice, (item) => {
		if (item.kind !== 'contact' || item.sendOnce?.kind !== 'campaign') return;
		const { contact, credential, sendOnce } = item;
		const who = contact.kind === 'id' ? canonicalContactId(contact.contactId) : keyOf(contact);
		const key = JSON.stringify([credential.channelKey, sendOnce.campaign, who]);
		const known = keys.get(key) ?? 0;
		const messages = Math.max(known, messageCountOf(item));
		keys.set(key, messages);
		count += messages - known;
	});
	if (count <= maxKeys) return undefined;
	const [needed, kept] = [count, maxKeys].map((number) => number.toLocaleString('en-US'));
	return new ParameterError(
		`'${campaignOption.displayName}' would have to remember ${String(needed)} messages, but a node can remember only ${String(kept)}`,
		'Split the list so that no contact is in two parts, and send each part with its own copy of this node.',
	);
}
