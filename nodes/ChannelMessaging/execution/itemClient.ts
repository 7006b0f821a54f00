import { reuseRecordedResponses } from '../retryOnFail/reuseRecordedResponses';
import { delayFurtherMessages, type Delay } from '../campaign/delayFurtherMessages';
import { withinSendingHours } from '../campaign/withinSendingHours';
import { type Channel, createChannel } from '../client/channel';
import { createSender, type SendRequest } from '../client/sendRequest';
import { stopReason } from '../client/channelSession';
import { withRecordedContactChanges } from '../contacts/withRecordedContactChanges';
import type { TimeZone } from '../scheduling/timeZone';
import { withinWaitLimit } from '../sendAndWait/withinWaitLimit';
import type { MessageKey } from '../sendOnce/messageKey';
import { recentToolMessages } from '../sendOnce/recentToolMessages';
import { withIdempotencyKey } from '../sendOnce/withIdempotencyKey';
import { skipSentByFailedExecution } from '../sendOnce/skipSentByFailedExecution';
import { skipRepeatedToolMessages } from '../sendOnce/skipRepeatedToolMessages';
import type { Attempts } from './retryOnFailState';
import type { DeliverableItem } from './readItems';
import type { NodeExecution } from './nodeExecution';
import type { ContactRecheck } from './recheckBeforeSending';

interface ItemClientOptions {
	contactId?: string;
	key?: MessageKey | undefined;
	recheck?: ContactRecheck | undefined;
	/** Runs a delay and lets other items start during it. Set only for items with a contact. */
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
	{ aside, contactId, recheck, key, zone }: ItemClientOptions = {},
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
		send = skipSentByFailedExecution(send, messages, owner, session.cancellation);
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
	if (recheck !== undefined) send = recheck.guard(send);
	const delaysMs = item.kind === 'contact' ? (item.delaysMs ?? []) : [];
	if (aside !== undefined && delaysMs.some((delayMs) => delayMs > 0)) {
		const { cancellation, clock } = session;
		send = delayFurtherMessages(send, { aside, cancellation, clock });
	}
	if (execution.mayRetry || retryWhenUnsure)
		send = reuseRecordedResponses(send, journal, { retryWhenUnsure });
	if (item.kind === 'contact' && item.question !== undefined) {
		send = withinWaitLimit(send, item.question.limit);
		send = withSendingTime(send, execution.attempts);
	}
	const channel = createChannel(send, credential.channelType);
	return withRecordedContactChanges(channel, credential.channelKey);
}

/**
 * Records when a question is sent. Only the latest attempt counts, because the service rejected the
 * others.
 */
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
