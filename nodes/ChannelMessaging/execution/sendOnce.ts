import { ApiError, notStarted, unexpectedError } from '../client/apiError';
import type { ItemJournal } from '../client/journal';
import { type ApiResponse, readResponse } from '../client/response';
import { sendRequest } from '../client/sendRequest';
import type { SendRequest, RequestSettings, HttpRequest } from '../client/types';
import type { Run } from './nodeExecution';

/**
 * Makes the calls of one item: each waits for its rate limit, is repeated where that can do no
 * harm, and is never made again when a former try of the same run has its answer already. Calls are
 * told apart by their address and by how many went to the same address before, so that a try that
 * takes another way finds the answers of the calls that it shares with the one before.
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
			// Reads can be repeated, and their pages are large.
			if (call.method !== 'GET') itemJournal.keepResponse(callKey, result);
			return result;
		}
		if (result.outcome === 'unknown' && !call.idempotent) itemJournal.calls.set(callKey, result);
		throw result;
	};
}

/**
 * Sends a message unless one has been sent for its key. The key is recorded when the message is
 * about to leave, and taken out again where it surely didn't go out, so that it can be sent later.
 * Whoever sends for the same key meanwhile waits for its end.
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
			// What an attempt or try before has recorded stands for this very message.
			if (itemJournal.key === 'notRecorded') {
				try {
					isKnown = await sent.change('record', key, store);
				} catch (error) {
					const cause = error instanceof Error ? error.message : String(error);
					return new ApiError({ reason: 'keyNotRecorded', outcome: 'notDone', cause });
				}
				// The limiter hears that nothing was called; why is said below.
				if (isKnown) return notStarted();
				itemJournal.key = 'recorded';
				if (run.stop.isCancelled) return notStarted();
			}
			const { key: before } = itemJournal;
			// From now on the key stays recorded, even after an exception, unless nothing was sent.
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

/** Stands for the service's answer, in its envelope (section 2, Resources and their fields). */
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
