import { ApiError, unexpectedError } from '../api/apiError';
import type { CallApi, Request } from '../api/call';
import { callWithRetry, type Run } from './callWithRetry';
import type { ItemJournal } from './journal';
import { sendOnce } from './sendOnce';

/** What the user decided for the calls of one item. */
export interface CallSettings {
	/** Milliseconds. */
	timeout: number;
	/** Whether a call that may have been done is made again. */
	resendWhenUnsure: boolean;
	/** What a message is sent once for, in this and all other executions of the node. */
	idempotencyKey?: string;
}

/**
 * Makes the calls of one item: each waits for its rate limit, is repeated where that can do no
 * harm, and is never made again when a former try of the same run has its answer already. Calls are
 * told apart by their address and by how many went to the same address before, so that a try that
 * takes another way finds the answers of the calls that it shares with the one before.
 */
export function apiCallerFor(run: Run, itemJournal: ItemJournal, settings: CallSettings): CallApi {
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
		const attempt = async (request: Request) =>
			await callWithRetry({ ...run, request }, terms, timeout, known);
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
