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
	/** The error of messages that aren't sent because the execution was stopped. */
	stopReason(): ApiError;
}

/**
 * Sends one message per key. Others get a response with the status `skipped`, even if the first one
 * only may have been sent. Equal keys wait for each other.
 *
 * The key is recorded right before sending, and removed if the message definitely wasn't sent.
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
			// Recorded by an earlier attempt for this very message: not a duplicate.
			if (record.state === 'notRecorded') {
				try {
					isKnown = await sent.change('record', messageKey, store);
				} catch (error) {
					const cause = error instanceof Error ? error.message : String(error);
					record.error = new ApiError({ reason: 'keyNotRecorded', outcome: 'notDone', cause });
					return record.error;
				}
				// An earlier attempt failed to record the key, but the database has it. Nothing was sent
				// then, so this isn't a duplicate.
				if (isKnown && record.error !== undefined) {
					isKnown = false;
					return record.error;
				}
				// Only cancels the request. The caller responds with `skipped`.
				if (isKnown) return notStarted();
				record.state = 'recorded';
				if (cancellation.isStopped) return stopReason();
			}
			// From here on, the message may be sent, so the key must stay even if sending throws.
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
		return result ?? options?.previousError ?? stopReason();
	};
}
