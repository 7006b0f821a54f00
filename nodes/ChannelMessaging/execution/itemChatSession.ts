import type { ChatSession } from '../chat/chatSession';
import { rememberFirstArrival } from '../chat/firstArrivals';
import { ApiError } from '../client/apiError';
import { createChannel } from '../client/channel';
import { createSender } from '../client/sendRequest';
import { stillHasValue } from '../contacts/stillHasValue';
import { withRecordedContactChanges } from '../contacts/withRecordedContactChanges';
import type { NodeExecution } from './nodeExecution';
import type { DeliverableItem } from './readItems';

/**
 * Creates a session for questions and replies in the chat. Unlike `itemClient`, it doesn't store
 * responses for retries, because each attempt saves its question again.
 *
 * @param searched how the contact was found. A search that lags behind can find a contact whose
 * value now belongs to another contact. Reads reject such a contact.
 */
export function itemChatSession(
	execution: NodeExecution,
	item: DeliverableItem & { kind: 'contact' },
): ChatSession {
	const { contact: searched, credential, settings } = item;
	const session = execution.session(credential);
	const { channelKey, channelType, token } = credential;
	const { cancellation, clock } = session;
	const channel = createChannel(createSender(session, settings.timeoutMs), channelType);
	return {
		contacts: {
			...withRecordedContactChanges(channel, channelKey),
			async getContact(contactId) {
				const contact = await channel.getContact(contactId);
				const isOther = searched.kind !== 'id' && stillHasValue(contact, searched) === false;
				if (!isOther) return contact;
				throw new ApiError({ reason: 'contactNotFound', outcome: 'notDone', searched });
			},
		},
		channelKey,
		token,
		receivedAt: rememberFirstArrival(item, execution.attempts.startedAt),
		requestLink: execution.linkRequest(cancellation),
		clock,
		cancellation,
	};
}
