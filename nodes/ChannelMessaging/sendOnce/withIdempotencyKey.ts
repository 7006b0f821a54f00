import type { ItemJournal, KeyRecord } from '../retryOnFail/itemJournal';
import { ApiError, notStarted } from '../client/apiError';
import type { SendRequest } from '../client/sendRequest';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { NodeKeys } from './keysSharedByExecutions';
import type { KeyStore } from './keyStore';
import { type MessageKey, storedKey } from './messageKey';
import { skippedResponse } from './skippedResponse';

interface KeyedItem {
	key: MessageKey;
	keys: NodeKeys;
	journal: Pick<ItemJournal<unknown>, 'keyRecord'>;
	cancellation: CancellationToken;
	/** Returns the error for messages that aren't sent because the execution was stopped. */
	stopReason(): ApiError;
}

/**
 * Sends one message per key. Other messages with the key get a response with the status `skipped`,
 * even if it's unknown whether the first message was sent. Messages with equal keys wait for each
 * other.
 *
 * A key has these states, which the journal keeps for later attempts (Retry On Fail):
 *
 * | State         | In the store | Message    | Next state                                    |
 * | ------------- | ------------ | ---------- | --------------------------------------------- |
 * | `notRecorded` | no           | not sent   | `recorded`, or `doubtful` if the store fails  |
 * | `doubtful`    | unknown      | not sent   | `recorded` if the store didn't contain it     |
 * | `recorded`    | yes          | not sent   | `mayBeSent`                                   |
 * | `mayBeSent`   | yes          | maybe sent | `notRecorded` if the message wasn't sent, or  |
 * |               |              |            | `recorded` if the key can't be removed then   |
 *
 * If an attempt starts with `mayBeSent`, that state is final.
 */
export function withIdempotencyKey(
	send: SendRequest,
	{ key, keys: { sent, store }, journal, cancellation, stopReason }: KeyedItem,
): SendRequest {
	return async (request, options) => {
		if (request.bucket !== 'message') return await send(request, options);
		const messageKey = storedKey(key, request.position ?? 0);
		const record = journal.keyRecord(messageKey);
		const change: Change = async (kind) => await sent.change(kind, messageKey, store);
		const result = await sent.locks.run(messageKey, cancellation, async () => {
			const { state: stateBefore } = record;
			let isDuplicate = false;
			const prepare = async (): Promise<ApiError | undefined> => {
				const recording = await recordKey(record, change);
				isDuplicate = recording === 'skip';
				// Returning this error only cancels the request. The caller responds with `skipped`.
				if (recording === 'skip') return notStarted();
				return recording === 'recorded' ? await options?.prepare?.() : recording;
			};
			const beforeAttempt = (): ApiError | undefined => {
				const obstacle = options?.beforeAttempt?.();
				if (obstacle !== undefined) return obstacle;
				if (record.state === 'recorded' && cancellation.isStopped) return stopReason();
				// From this point on, the message may be sent, so the key must not be removed even if sending
				// throws.
				record.state = 'mayBeSent';
				return undefined;
			};
			const response = await send(request, { ...options, prepare, beforeAttempt });
			if (isDuplicate) return skippedResponse({ reason: key.reason, message: key.skipMessage });
			const isSent = !(response instanceof ApiError) || response.outcome === 'unknown';
			return isSent || stateBefore === 'mayBeSent'
				? response
				: await removeKey(record, change, response);
		});
		return result ?? options?.previousError ?? stopReason();
	};
}

type Change = (kind: keyof KeyStore) => Promise<boolean>;

/**
 * Records the key. Returns `skip` if another message has the key, or the error if the store may not
 * contain the key.
 */
async function recordKey(
	record: KeyRecord,
	change: Change,
): Promise<ApiError | 'recorded' | 'skip'> {
	// An earlier attempt recorded the key for the same message, so the message isn't a duplicate.
	if (record.state === 'recorded' || record.state === 'mayBeSent') return 'recorded';
	let isKnown: boolean;
	try {
		isKnown = await change('record');
	} catch (error) {
		const cause = error instanceof Error ? error.message : String(error);
		record.state = 'doubtful';
		record.error = new ApiError({ reason: 'keyNotRecorded', outcome: 'notDone', cause });
		return record.error;
	}
	// If an earlier attempt failed to record the key, the store may contain the key from that attempt.
	// That attempt sent nothing, so the message isn't skipped as a duplicate.
	if (isKnown) return record.error ?? 'skip';
	record.state = 'recorded';
	record.error = undefined;
	return 'recorded';
}

/** Removes the key of a message that wasn't sent, and returns the error for the message. */
async function removeKey(record: KeyRecord, change: Change, error: ApiError): Promise<ApiError> {
	if (record.state === 'notRecorded' || record.state === 'doubtful') return error;
	record.state = 'recorded';
	try {
		await change('remove');
	} catch {
		return error.with({ isKeyKept: true });
	}
	record.state = 'notRecorded';
	return error;
}

/**
 * Sends all of an item's messages before the next item with the same key starts. Otherwise, each
 * item could send only some of its messages.
 */
export async function oneItemPerKey<Result>(
	{ text }: MessageKey,
	{ sent }: NodeKeys,
	cancellation: CancellationToken,
	perform: () => Promise<Result>,
): Promise<Result> {
	// Keys contain no line breaks, so this lock can't be the lock of a message.
	const result = await sent.locks.run(`\n${text}`, cancellation, perform);
	// The result is `undefined` if the execution was stopped. In this case, `perform` sends nothing,
	// but returns the messages of earlier attempts.
	return result ?? (await perform());
}
