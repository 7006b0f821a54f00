import { canonicalContactId } from '../client/canonicalContactId';
import { orderingKeyOf } from '../customFieldValues/customFieldReference';
import type { LocatedItem } from './readItems';

/** Items with the same key are processed sequentially. */
export function sequenceKeyOf(item: LocatedItem): string | undefined {
	if (item.kind === 'simple') return undefined;
	const key =
		item.kind === 'upsert' ? orderingKeyOf(item.match) : canonicalContactId(item.contactId);
	// Contacts in different channels can have the same IDs and values.
	return `${item.credential.channelKey} ${key}`;
}
