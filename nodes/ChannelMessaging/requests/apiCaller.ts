import { ApiError } from '../api/apiError';
import type { CallApi, Request } from '../api/call';
import type { CallSettings } from './callSettings';
import { type CallContext, callWithRetry } from './callWithRetry';
import type { ItemJournal, RunJournal } from './journal';
import { type RunKeys, sendOnce } from './sendOnce';

/** What the calls of one run of the node have in common. */
export interface Run extends CallContext {
	journal: RunJournal;
	/** Asked only where something is sent once for a key. */
	keys(): RunKeys;
}

/**
 * Makes the calls of one item: each waits for its rate limit, is repeated where that can do no
 * harm, and is never made again when a former try of the same run has its answer already. Calls are
 * told apart by their address and by how many went to the same address before, so that a try that
 * takes another way finds the answers of the calls that it shares with the one before.
 */
export function apiCallerFor(run: Run, itemJournal: ItemJournal, settings: CallSettings): CallApi {
	const callsTo = new Map<string, number>();
	return async (call) => {
		const address = `${call.method} ${call.path}`;
		const before = callsTo.get(address) ?? 0;
		callsTo.set(address, before + 1);
		const callKey = `${address} ${String(before)}`;
		const known = itemJournal.calls.get(callKey);
		if (known !== undefined && !(known instanceof ApiError)) return known;
		if (known !== undefined && !settings.resendWhenUnsure) throw known;
		const { refusedToken } = run.journal;
		if (refusedToken !== undefined) throw known ?? refusedToken;
		const idempotent = call.idempotent || settings.resendWhenUnsure;
		const attempt = async (request: Request) =>
			await callWithRetry(
				{ ...run, request },
				{ ...call, idempotent },
				{ timeout: settings.timeout, doubted: known },
			);
		const { idempotencyKey: key } = settings;
		const { stop, request } = run;
		const result =
			key === undefined || call.kind !== 'message'
				? await attempt(request)
				: await sendOnce({ key, keys: run.keys(), itemJournal, stop, request }, attempt);
		if (!(result instanceof ApiError)) {
			// What only reads may be read again, and its pages are heavy. Headers are of no use any more.
			if (call.method !== 'GET') itemJournal.calls.set(callKey, { ...result, headers: {} });
			return result;
		}
		if (result.outcome === 'unknown' && !call.idempotent) itemJournal.calls.set(callKey, result);
		throw result;
	};
}
