import { withJournal } from '../attempts/withJournal';
import { type Channel, createChannel } from '../client/channel';
import type { ChannelCredential } from '../client/credential';
import { createSender } from '../client/sendRequest';
import { stopReason } from '../client/session';
import type { RequestSettings } from '../client/types';
import type { DatedChannel } from '../contacts/contactLookup';
import { withinWaitLimit } from '../sendAndWait/withinWaitLimit';
import { withIdempotencyKey } from '../sendOnce/withIdempotencyKey';

import type { DeliverableItem } from './readItems';
import type { NodeExecution } from './nodeExecution';
import type { TagCheck } from './tagCheck';

/**
 * Creates a client for one item. If n8n retries the execution, the client doesn't resend successful
 * write requests.
 *
 * @param key the item's idempotency key, if any
 * @param tagCheck the check of the contact's tags, if any
 */
export function itemClient(
	execution: NodeExecution,
	item: DeliverableItem,
	itemIndex: number,
	key?: string,
	tagCheck?: TagCheck,
): Channel {
	const { credential, settings } = item;
	const { retryWhenUnsure, timeoutMs } = settings;
	const session = execution.session(credential);
	const journal = execution.attempts.journal(itemIndex);
	let send = createSender(session, timeoutMs);
	if (key !== undefined) {
		const { cancellation } = session;
		const keys = execution.idempotencyKeys;
		send = withIdempotencyKey(send, {
			...{ key, keys, journal, cancellation },
			stopReason: () => stopReason(session),
		});
	}
	if (tagCheck !== undefined) send = tagCheck.guard(send);
	if (execution.mayRetry || retryWhenUnsure) send = withJournal(send, journal, { retryWhenUnsure });
	if (item.kind === 'contact' && item.question !== undefined) {
		send = withinWaitLimit(send, item.question.limit);
	}
	return createChannel(send, credential.channelType);
}

/**
 * Creates a client for one search, or for reading one contact. Unlike `itemClient`, it stores no
 * responses for retries of the node execution.
 */
export function searchClient(
	execution: NodeExecution,
	credential: ChannelCredential,
	{ timeoutMs }: RequestSettings,
): DatedChannel {
	const session = execution.session(credential);
	const send = createSender(session, timeoutMs);
	let first: number | undefined;
	const stamp = async () => {
		first ??= session.clock.now();
		return await Promise.resolve(undefined);
	};
	const channel = createChannel(
		async (request) => await send(request, { beforeAttempt: stamp }),
		credential.channelType,
	);
	return { ...channel, firstRequestAt: () => first ?? session.clock.now() };
}
