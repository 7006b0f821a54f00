import { withRecordedResponses } from '../attempts/withRecordedResponses';
import { delayFurtherMessages, type Delay } from '../campaign/delayFurtherMessages';
import { withinSendingHours } from '../campaign/withinSendingHours';
import type { ChatSession } from '../chat/chatSession';
import { ApiError } from '../client/apiError';
import { type Channel, createChannel } from '../client/channel';
import type { ChannelCredential } from '../client/credential';
import { createSender, type SendRequest } from '../client/sendRequest';
import { stopReason } from '../client/session';
import type { RequestSettings } from '../parameters/requestSettings';
import type { DatedChannel, ReadTime } from '../contacts/contactLookup';
import { stillHasValue } from '../contacts/stillHasValue';
import { withRecordedChanges } from '../contacts/withRecordedChanges';
import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import type { TimeZone } from '../scheduling/timeZone';
import { withinWaitLimit } from '../sendAndWait/withinWaitLimit';
import type { MessageKey } from '../sendOnce/messageKey';
import { recentToolMessages } from '../sendOnce/recentToolMessages';
import { withIdempotencyKey } from '../sendOnce/withIdempotencyKey';
import { skipAlreadySent } from '../sendOnce/skipAlreadySent';
import { skipRepeatedToolMessages } from '../sendOnce/skipRepeatedToolMessages';
import type { Attempts } from './nodeAttempts';
import { rememberArrival } from '../chat/messageArrivals';
import type { DeliverableItem } from './readItems';
import type { NodeExecution } from './nodeExecution';
import type { ContactCheck } from './contactCheck';

interface ItemClientOptions {
	contactId?: string;
	key?: MessageKey | undefined;
	contactCheck?: ContactCheck | undefined;
	/** Lets other items start during a delay. Only set for contacts. */
	aside?: Delay['aside'] | undefined;
	/** The time zone of the sending hours. */
	zone?: TimeZone | undefined;
}

/**
 * Creates the API client for one item. If n8n retries the node, completed writes aren't sent again.
 */
export function itemClient(
	execution: NodeExecution,
	item: DeliverableItem,
	itemIndex: number,
	{ aside, contactId, contactCheck, key, zone }: ItemClientOptions = {},
): Channel {
	const { credential, settings } = item;
	const { messageIntervalMs, retryWhenUnsure, sendingWindow, timeoutMs } = settings;
	const session = execution.session(credential);
	const journal = execution.attempts.journal(itemIndex);
	let send = createSender(session, timeoutMs);
	if (sendingWindow !== undefined && zone !== undefined) {
		send = withinSendingHours(send, sendingWindow.hours, zone);
	}
	const { messages } = execution;
	if (messages !== undefined && contactId !== undefined) {
		const owner = { channelKey: credential.channelKey, contactId };
		send = skipAlreadySent(send, messages, owner, session.cancellation);
	}
	if (key !== undefined) {
		const keys = execution.idempotencyKeys;
		send = withIdempotencyKey(send, {
			...{ key, keys, journal, cancellation: session.cancellation },
			stopReason: () => stopReason(session),
		});
	}
	if (messageIntervalMs !== undefined) {
		send = execution.paced(send, messageIntervalMs, session.cancellation);
	}
	const { toolCall } = execution;
	const mayRepeat = item.kind !== 'contact' || item.sendsIdenticalMessages === true;
	if (toolCall !== undefined && contactId !== undefined && !mayRepeat) {
		const { channelKey } = credential;
		send = skipRepeatedToolMessages(send, {
			messages: recentToolMessages,
			message: { ...toolCall, callId: journal.id, channelKey, contactId },
			cancellation: session.cancellation,
			stopReason: () => stopReason(session),
		});
	}
	if (contactCheck !== undefined) send = contactCheck.guard(send);
	const delaysMs = item.kind === 'contact' ? (item.delaysMs ?? []) : [];
	if (aside !== undefined && delaysMs.some((delayMs) => delayMs > 0)) {
		const { cancellation, clock } = session;
		send = delayFurtherMessages(send, { aside, cancellation, clock });
	}
	if (execution.mayRetry || retryWhenUnsure)
		send = withRecordedResponses(send, journal, { retryWhenUnsure });
	if (item.kind === 'contact' && item.question !== undefined) {
		send = withinWaitLimit(send, item.question.limit);
		send = withSendingTime(send, execution.attempts);
	}
	const channel = createChannel(send, credential.channelType);
	return withRecordedChanges(channel, credential.channelKey);
}

/** Records when a question is sent. The latest attempt counts because the service rejects others. */
function withSendingTime(send: SendRequest, attempts: Attempts): SendRequest {
	return async (request, options) =>
		await send(request, {
			...options,
			onWritten() {
				options?.onWritten?.();
				if (request.bucket === 'message') attempts.questionSentAt = Date.now();
			},
		});
}

/**
 * Creates a client for a single search or read. Unlike `itemClient`, it doesn't store responses for
 * retries.
 *
 * @param tested the contact whose requests a test counts
 */
export function searchClient(
	execution: NodeExecution,
	credential: ChannelCredential,
	{ sendingWindow, timeoutMs }: RequestSettings,
	tested?: CustomFieldReference,
): DatedChannel {
	const session = execution.session(credential);
	const sender = createSender(session, timeoutMs);
	const { hours, zone = 'contact' } = sendingWindow ?? {};
	// The contact's time zone is only known once the contact has been found.
	const isAnyTime = hours === undefined || zone === 'contact';
	const send = isAnyTime ? sender : withinSendingHours(sender, hours, zone);
	const { clock } = session;
	const { searchMeasurements } = execution.attempts;
	const now = (): ReadTime => ({ readAt: clock.now(), readDate: Date.now() });
	let first: ReadTime | undefined;
	let latest: number | undefined;
	const stamp = () => {
		latest = clock.now();
		first ??= now();
		if (tested !== undefined) searchMeasurements.addSearchRequest(credential.channelKey, tested);
		return undefined;
	};
	const channel = createChannel(async (request) => {
		const continuesSearch = first !== undefined;
		const response = await send(request, { beforeAttempt: stamp, continuesSearch });
		// After a 429, the request may have waited for minutes before it failed.
		const isAnswered =
			response instanceof ApiError
				? response.status !== undefined && response.reason !== 'rateLimited'
				: true;
		if (latest !== undefined && isAnswered) searchMeasurements.addResponse(clock.now() - latest);
		return response;
	}, credential.channelType);
	return { ...channel, firstRequest: () => first ?? now() };
}

/**
 * Creates a session for questions and replies in the chat. Unlike `itemClient`, it doesn't store
 * responses for retries, because each attempt saves its question again.
 *
 * @param searched how the contact was found. A search that lags behind can find a contact whose
 * value now belongs to another contact. Reads reject such a contact.
 */
export function chatSession(
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
			...withRecordedChanges(channel, channelKey),
			async getContact(contactId) {
				const contact = await channel.getContact(contactId);
				const isOther = searched.kind !== 'id' && stillHasValue(contact, searched) === false;
				if (!isOther) return contact;
				throw new ApiError({ reason: 'contactNotFound', outcome: 'notDone', searched });
			},
		},
		channelKey,
		token,
		receivedAt: rememberArrival(item, execution.attempts.startedAt),
		requestLink: execution.linkRequest(cancellation),
		clock,
		cancellation,
	};
}
