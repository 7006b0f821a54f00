import { ApiError, notStarted, unexpectedError } from '../client/apiError';
import type { ItemJournal } from '../client/journal';
import { type ApiResponse, readResponse } from '../client/response';
import type { SendRequest } from '../client/types';
import type { CancellationToken } from '../scheduling/cancellation';
import type { NodeKeys } from './idempotencyKeys';

/**
 * Decorates `send` for one item: if a previous attempt of the node execution received the response
 * to a request, returns this response instead of resending the request. If the outcome of the
 * request is unknown, returns the error, unless the user chose to retry.
 *
 * A request is identified by its method, its path, and the number of earlier requests of the item
 * with the same method and path. An attempt that sends other requests than the previous one still
 * finds the responses to the requests that both have in common.
 */
export function withJournal(
	send: SendRequest,
	journal: ItemJournal,
	{ retryWhenUnsure }: { retryWhenUnsure: boolean },
): SendRequest {
	const requestCounts = new Map<string, number>();
	return async (request, options) => {
		const endpoint = `${request.method} ${request.path}`;
		const count = requestCounts.get(endpoint) ?? 0;
		requestCounts.set(endpoint, count + 1);
		const requestKey = `${endpoint} ${String(count)}`;
		const known = journal.results.get(requestKey);
		if (known !== undefined && !(known instanceof ApiError && retryWhenUnsure)) return known;
		const result = await send(
			{ ...request, idempotent: request.idempotent || retryWhenUnsure },
			{ ...options, ...(known && { previousError: known }) },
		).catch((error: unknown) => unexpectedError(error));
		if (!(result instanceof ApiError)) {
			// Responses to reads aren't kept: reads can be repeated, and their pages are large.
			if (request.method !== 'GET') journal.keepResponse(requestKey, result);
		} else if (result.outcome === 'unknown' && !request.idempotent) {
			journal.results.set(requestKey, result);
		}
		return result;
	};
}

/** A message's idempotency key, and where it is recorded. */
interface MessageKey {
	key: string;
	keys: NodeKeys;
	journal: ItemJournal;
	cancellation: CancellationToken;
}

/**
 * Decorates `send` for a message with an idempotency key: sends the message, or returns a response
 * with the status `skipped` if a message with the same key was already sent, or may have been. The
 * key is recorded immediately before sending, and removed if the message definitely wasn't sent, so
 * that it can be sent later. Concurrent messages with the same key wait for each other.
 */
export function withIdempotencyKey(
	send: SendRequest,
	{ key, keys: { sent, store }, journal, cancellation }: MessageKey,
): SendRequest {
	let isKnown = false;
	const recordKey = async (): Promise<ApiError | undefined> => {
		// A key that an earlier attempt recorded belongs to this message, so it isn't a duplicate.
		if (journal.key === 'notRecorded') {
			try {
				isKnown = await sent.change('record', key, store);
			} catch (error) {
				const cause = error instanceof Error ? error.message : String(error);
				return new ApiError({ reason: 'keyNotRecorded', outcome: 'notDone', cause });
			}
			// Makes the queue release the permit. `isKnown` determines the result below.
			if (isKnown) return notStarted();
			journal.key = 'recorded';
			if (cancellation.isStopped) return notStarted();
		}
		// Set before sending, so that the key stays recorded if sending throws.
		journal.key = 'mayBeSent';
		return undefined;
	};
	return async (request, options) => {
		if (request.bucket !== 'message') return await send(request, options);
		const result = await sent.locks.run(key, cancellation, async () => {
			const { key: keyBefore } = journal;
			if (keyBefore === 'notRecorded' && (await sent.remembers(key))) return skipped(key);
			const sending = await send(request, { ...options, beforeAttempt: recordKey });
			if (isKnown) return skipped(key);
			const isSent = !(sending instanceof ApiError) || sending.outcome === 'unknown';
			if (isSent) {
				sent.remember(key);
				return sending;
			}
			if (journal.key === 'notRecorded' || keyBefore === 'mayBeSent') return sending;
			journal.key = 'recorded';
			try {
				await sent.change('remove', key, store);
			} catch {
				return sending.with({ isKeyKept: true });
			}
			journal.key = 'notRecorded';
			return sending;
		});
		return result ?? notStarted();
	};
}

/**
 * Returns a response for a message that isn't sent, in the service's envelope (section 2, Resources
 * and their fields).
 */
function skipped(key: string): ApiResponse {
	return readResponse({
		status: 200,
		headers: {},
		skipped: true,
		text: JSON.stringify({
			status: 'skipped',
			message: `Not sent: a message with the key '${key}' was already sent, or may have been.`,
			data: [],
		}),
	});
}
