import { messageArrivals } from '../chat/messageArrivals';
import { orderingKey } from '../client/orderingKey';
import { keyOf } from '../customFieldValues/customFieldReference';
import { hashOf } from '../texts/sha256';
import type { DeliverableItem } from './readItems';

type ChatMessageItem = Pick<
	DeliverableItem & { kind: 'contact' },
	'chatMessageId' | 'contact' | 'credential'
>;

/**
 * Remembers when the chat message that an item passes on first arrived, and returns this time. The
 * contact as entered is part of the key, because the search for the contact can fail, and the
 * provider then delivers the message again.
 *
 * @param startedAt when the node's first attempt started, in milliseconds since the epoch
 */
export function rememberArrival(
	{ chatMessageId, contact, credential }: ChatMessageItem,
	startedAt: number,
): number {
	if (chatMessageId === undefined) return startedAt;
	const sender = contact.kind === 'id' ? orderingKey(contact.contactId) : keyOf(contact);
	const message = hashOf([credential.channelKey, sender, chatMessageId]);
	return messageArrivals.firstOf(message, startedAt);
}
