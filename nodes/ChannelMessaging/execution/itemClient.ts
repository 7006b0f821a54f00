import { type Channel, createChannel } from '../client/channel';
import type { ChannelCredential } from '../client/credential';
import { createSender } from '../client/sendRequest';
import type { RequestSettings } from '../client/types';
import { withinWaitLimit } from '../sendAndWait/withinWaitLimit';
import { withIdempotencyKey } from '../sendOnce/withIdempotencyKey';
import { withJournal } from '../sendOnce/journal';
import type { DeliverableItem } from './readItems';
import type { NodeExecution } from './nodeExecution';

/**
 * Creates a client for one item. If n8n retries the execution, the client doesn't resend successful
 * write requests.
 */
export function itemClient(
	execution: NodeExecution,
	item: DeliverableItem,
	itemIndex: number,
): Channel {
	const { credential, settings } = item;
	const { idempotencyKey, retryWhenUnsure, timeoutMs } = settings;
	const session = execution.session(credential);
	let send = createSender(session, timeoutMs);
	if (idempotencyKey !== undefined) {
		const { cancellation } = session;
		const keys = execution.idempotencyKeys();
		const journal = execution.journal(itemIndex);
		send = withIdempotencyKey(send, { key: idempotencyKey, keys, journal, cancellation });
	}
	if (execution.mayRetry || retryWhenUnsure) {
		send = withJournal(send, execution.journal(itemIndex), { retryWhenUnsure });
	}
	if (item.kind === 'contact' && item.question !== undefined) {
		send = withinWaitLimit(send, item.question.limit);
	}
	return createChannel(send, credential.channelType);
}

/**
 * Creates a client for contact searches. Unlike `itemClient`, it stores no responses for retries
 * of the node execution.
 */
export function searchClient(
	execution: NodeExecution,
	credential: ChannelCredential,
	{ timeoutMs }: RequestSettings,
): Channel {
	return createChannel(
		createSender(execution.session(credential), timeoutMs),
		credential.channelType,
	);
}
