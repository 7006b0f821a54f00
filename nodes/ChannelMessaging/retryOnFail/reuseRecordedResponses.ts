import { ApiError, unexpectedError } from '../client/apiError';
import type { ChannelRequest } from '../client/channelRequest';
import type { ApiResponse } from '../client/apiResponse';
import type { SendRequest } from '../client/sendRequest';
import type { ItemJournal } from './itemJournal';

/**
 * When n8n retries the node, the returned function reuses the stored responses of completed
 * requests instead of sending the requests again. It also returns stored errors with an unknown
 * outcome, unless the request is idempotent or *Retry When Unsure* is on.
 */
export function reuseRecordedResponses(
	send: SendRequest,
	journal: ItemJournal<unknown>,
	{ retryWhenUnsure }: { retryWhenUnsure: boolean },
): SendRequest {
	const requestCounts = new Map<string, number>();
	return async (request, options) => {
		const endpoint = `${request.method} ${request.path}`;
		const count = requestCounts.get(endpoint) ?? 0;
		requestCounts.set(endpoint, count + 1);
		const known = journal.result(request, count);
		const idempotent = request.idempotent || retryWhenUnsure;
		if (known !== undefined && !(known instanceof ApiError && idempotent)) return known;
		const result = await send(request, {
			...options,
			retryWhenUnsure,
			...(known && { previousError: known }),
		}).catch((error: unknown) => unexpectedError(error));
		if (isNeededLater(request, result)) journal.record(request, count, result);
		return result;
	};
}

/** Reads aren't recorded because they can be repeated and their responses are large. */
function isNeededLater({ method }: ChannelRequest, result: ApiResponse | ApiError): boolean {
	return result instanceof ApiError ? result.outcome === 'unknown' : method !== 'GET';
}
