import { messageKeyFor } from '../sendOnce/messageKey';
import type { ItemOutcome } from './itemOutcome';
import type { ReadItem } from './readItems';

/** Returns the *Send Once* key, which doesn't include the channel. */
export function sendOnceKeyOf(
	item: ReadItem | undefined,
	outcome: ItemOutcome,
): string | undefined {
	const contactId =
		outcome.kind === 'done' ? outcome.result[0]?.contactId : outcome.recipient?.contactId;
	return item?.kind === 'contact' && item.sendOnce !== undefined && typeof contactId === 'string'
		? messageKeyFor(item.sendOnce, contactId).text
		: undefined;
}
