import type { ItemJournal } from '../attempts/itemJournal';
import { ApiError, notStarted } from '../client/apiError';
import type { SendRequest } from '../client/types';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { NodeKeys } from './keyRegistry';
import { type MessageKey, storedKey } from './messageKey';
import { skippedResponse } from './skippedResponse';

interface KeyedItem {
	key: MessageKey;
	keys: NodeKeys;
	journal: Pick<ItemJournal<unknown>, 'keyRecord'>;
	cancellation: CancellationToken;
	/** Returns the error for a message that isn't sent because the execution was stopped. */
	stopReason(): ApiError;
}

/**
 * Wraps `send`, so that only one message is sent per idempotency key. Returns a response with the
 * status `skipped` if a message with the same key was sent, or may have been sent.
 *
 * Records the key immediately before sending the message. Removes the key if the message definitely
 * wasn't sent. Concurrent messages with the same key wait for each other.
 */
export function withIdempotencyKey(
	send: SendRequest,
	{ key, keys: { sent, store }, journal, cancellation, stopReason }: KeyedItem,
): SendRequest {
	return async (request, options) => {
		if (request.bucket !== 'message') return await send(request, options);
		const { position = 0 } = request;
		const messageKey = storedKey(key, position);
		const record = journal.keyRecord(messageKey);
		let isKnown = false;
		const recordKey = async (): Promise<ApiError | undefined> => {
			// A key that an earlier attempt recorded for this message doesn't make it a duplicate.
			if (record.state === 'notRecorded') {
				try {
					isKnown = await sent.change('record', messageKey, store);
				} catch (error) {
					const cause = error instanceof Error ? error.message : String(error);
					record.error = new ApiError({ reason: 'keyNotRecorded', outcome: 'notDone', cause });
					return record.error;
				}
				// An earlier attempt may have recorded the key although the database returned an error.
				// That attempt didn't send the message, so the message isn't a duplicate.
				if (isKnown && record.error !== undefined) {
					isKnown = false;
					return record.error;
				}
				// This error only cancels the request. The caller returns a `skipped` response instead.
				if (isKnown) return notStarted();
				record.state = 'recorded';
				if (cancellation.isStopped) return stopReason();
			}
			// The key must stay recorded even if sending throws an error, because the message may have
			// been sent.
			record.state = 'mayBeSent';
			return undefined;
		};
		const result = await sent.locks.run(messageKey, cancellation, async () => {
			const { state: stateBefore } = record;
			const sending = await send(request, { ...options, beforeAttempt: recordKey });
			if (isKnown) return skippedResponse({ reason: key.reason, message: key.skipMessage });
			const isSent = !(sending instanceof ApiError) || sending.outcome === 'unknown';
			if (isSent || record.state === 'notRecorded' || stateBefore === 'mayBeSent') return sending;
			record.state = 'recorded';
			try {
				await sent.change('remove', messageKey, store);
			} catch {
				return sending.with({ isKeyKept: true });
			}
			record.state = 'notRecorded';
			return sending;
		});
		// An earlier attempt may have sent the message.
		return result ?? options?.previousError ?? stopReason();
	};
}
