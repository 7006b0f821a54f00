import { ApiError, unexpectedError } from '../client/apiError';
import { type ApiResponse, compactResponse } from '../client/readResponse';
import type { SendRequest } from '../client/types';

interface KeyRecord {
	/** In the state `mayBeSent`, the key must not be removed from the store. */
	state: 'notRecorded' | 'recorded' | 'mayBeSent';

	/** The error from recording the key. The key may have been recorded despite the error. */
	error?: ApiError;
}

/** Results of an item's requests from all attempts (Retry On Fail) of a node execution. */
export class ItemJournal {
	/** Maps request keys to responses, and to errors with an unknown outcome. */
	readonly results = new Map<string, ApiResponse | ApiError>();

	private readonly keyRecords: KeyRecord[] = [];

	/** @param position the index of the message among the item's messages */
	keyRecord(position: number): KeyRecord {
		return (this.keyRecords[position] ??= { state: 'notRecorded' });
	}
}

/**
 * Wraps `send`, so that a retried node execution doesn't resend completed requests. Returns the
 * stored response instead. An error with an unknown outcome is also returned again, unless the
 * request is idempotent or the user enabled *Retry When Unsure*.
 *
 * A request is identified by its method, its path, and the number of the item's previous requests
 * with the same method and path.
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
		const idempotent = request.idempotent || retryWhenUnsure;
		if (known !== undefined && !(known instanceof ApiError && idempotent)) return known;
		const result = await send(
			{ ...request, idempotent },
			{ ...options, ...(known && { previousError: known }) },
		).catch((error: unknown) => unexpectedError(error));
		if (!(result instanceof ApiError)) {
			// Responses to reads aren't stored, because reads can be repeated and their responses are
			// large.
			if (request.method !== 'GET') journal.results.set(requestKey, compactResponse(result));
		} else if (result.outcome === 'unknown') {
			journal.results.set(requestKey, result);
		}
		return result;
	};
}
