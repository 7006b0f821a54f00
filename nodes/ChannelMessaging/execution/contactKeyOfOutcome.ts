import { canonicalContactId } from '../client/canonicalContactId';
import type { ItemOutcome } from './itemOutcome';
import type { ReadItem } from './readItems';

/**
 * Returns a key for the item's contact. The key includes the channel, because contacts in different
 * channels can have the same ID.
 */
export function contactKeyOfOutcome(item: ReadItem | undefined, outcome: ItemOutcome): string {
	const knownId = item?.kind === 'contact' ? item.contactId : undefined;
	const contactId =
		outcome.kind === 'done'
			? outcome.result[0]?.contactId
			: (outcome.recipient?.contactId ?? knownId);
	const channelKey = item !== undefined && 'credential' in item ? item.credential.channelKey : '';
	return `${channelKey} ${typeof contactId === 'string' ? canonicalContactId(contactId) : ''}`;
}
