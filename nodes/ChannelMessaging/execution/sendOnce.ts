import { ApiError, notStarted, unexpectedError } from '../client/apiError';
import type { ItemJournal } from '../client/journal';
import { type ApiResponse, readResponse } from '../client/response';
import { sendRequest } from '../client/sendRequest';
import type { SendRequest, RequestSettings, HttpRequest } from '../client/types';
import type { Run } from './nodeExecution';

/**
 * Returns a function that sends the requests of one item. Each request waits for its rate limit and
 * is retried if that is safe. It isn't resent if an earlier attempt of the node execution received
 * its response. Rejects with an `ApiError`.
 *
 * A request is identified by its method, its path, and the number of earlier requests of the item
 * with the same method and path. An attempt that sends other requests than the previous one still
 * finds the responses to the requests that both have in common.
 */
export function createItemSender(
	run: Run,
	itemJournal: ItemJournal,
	settings: RequestSettings,
): SendRequest {
	const { timeout, resendWhenUnsure, idempotencyKey } = settings;
	const callsTo = new Map<string, number>();
	return async (call) => {
		const address = `${call.method} ${call.path}`;
		const before = callsTo.get(address) ?? 0;
		callsTo.set(address, before + 1);
		const callKey = `${address} ${String(before)}`;
		const known = itemJournal.calls.get(callKey);
		if (known !== undefined && !(known instanceof ApiError)) return known;
		if (known !== undefined && !resendWhenUnsure) throw known;
		const terms = { ...call, idempotent: call.idempotent || resendWhenUnsure };
		const attempt = async (request: HttpRequest) =>
			await sendRequest({ ...run, request }, terms, timeout, known);
		const isSentOnce = call.kind === 'message' && idempotencyKey !== undefined;
		const sending = isSentOnce
			? sendOnce(run, itemJournal, idempotencyKey, attempt)
			: attempt(run.request);
		const result = await sending.catch((error: unknown) => unexpectedError(error));
		if (!(result instanceof ApiError)) {
			// Responses to reads aren't kept: reads can be repeated, and their pages are large.
			if (call.method !== 'GET') itemJournal.keepResponse(callKey, result);
			return result;
		}
		if (result.outcome === 'unknown' && !call.idempotent) itemJournal.calls.set(callKey, result);
		throw result;
	};
}

/**
 * Sends a message, or returns a response with the status `skipped` if a message with the same key
 * was already sent, or may have been. The key is recorded immediately before sending, and removed
 * if the message definitely wasn't sent, so that it can be sent later. Concurrent messages with the
 * same key wait for each other.
 */
export async function sendOnce(
	run: Run,
	itemJournal: ItemJournal,
	key: string,
	attempt: (request: HttpRequest) => Promise<ApiResponse | ApiError>,
): Promise<ApiResponse | ApiError> {
	const { sent, store } = run.keys();
	const result = await sent.locks.run(key, run.stop, async () => {
		if (itemJournal.key === 'notRecorded' && (await sent.remembers(key))) return skipped(key);
		let isKnown = false;
		const answer = await attempt(async (...call) => {
			// A key that an earlier attempt recorded belongs to this message, so it isn't a duplicate.
			if (itemJournal.key === 'notRecorded') {
				try {
					isKnown = await sent.change('record', key, store);
				} catch (error) {
					const cause = error instanceof Error ? error.message : String(error);
					return new ApiError({ reason: 'keyNotRecorded', outcome: 'notDone', cause });
				}
				// Makes the queue release the permit. `isKnown` determines the result below.
				if (isKnown) return notStarted();
				itemJournal.key = 'recorded';
				if (run.stop.isCancelled) return notStarted();
			}
			const { key: before } = itemJournal;
			// Set before sending, so that the key stays recorded if the request throws. Reset if nothing
			// was sent.
			itemJournal.key = 'mayBeSent';
			const response = await run.request(...call);
			if (response instanceof ApiError && response.outcome === 'notDone') itemJournal.key = before;
			else sent.remember(key);
			return response;
		});
		if (isKnown) return skipped(key);
		if (itemJournal.key !== 'recorded' || !(answer instanceof ApiError)) return answer;
		try {
			await sent.change('remove', key, store);
		} catch {
			return answer.with({ isKeyKept: true });
		}
		itemJournal.key = 'notRecorded';
		return answer;
	});
	return result ?? notStarted();
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
