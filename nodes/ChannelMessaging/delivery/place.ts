import type { CallKind, ChannelCall, PlaceCall, RawAnswer } from '../channel/call';
import { ChannelFailure } from '../channel/failure';
import type { Clock } from '../rateLimit/clock';
import type { QueueFlow } from '../rateLimit/rateLimitedQueue';
import { callWithRetry } from './callWithRetry';
import type { Halt } from './halt';
import type { CallRecords, Ledger } from './ledger';
import { type RunKeys, sendOnce } from './sendOnce';

/**
 * Makes one HTTP call, once. Where no answer came, it gives the reason instead; it never rejects.
 *
 * @param timeout milliseconds until the call is given up
 * @param onWritten to be called when the call is written to its connection
 */
export type Request = (
	call: ChannelCall,
	timeout: number,
	onWritten: () => void,
) => Promise<RawAnswer | ChannelFailure>;

/** What the calls of one run of the node have in common. */
export interface Run {
	request: Request;
	/** The run's place in the queue of a rate limit: one for each kind of call. */
	flow(kind: CallKind): QueueFlow;
	ledger: Ledger;
	clock: Clock;
	/** From 0 to below 1. */
	random(): number;
	halt: Halt;
	/** Asked only where something is sent once for a key. */
	keys(): RunKeys;
}

/** What the user decided for the calls of one item. */
export interface CallSettings {
	/** Milliseconds. */
	timeout: number;
	/** Whether a call that may have been done is made again. */
	resendWhenUnsure: boolean;
	/** What a message is sent once for, in this and all other executions of the node. */
	sendOnceKey?: string;
}

/**
 * Places the calls of one item: each waits for its rate limit, is repeated where that can do no
 * harm, and is never made again when a former try of the same run has its answer already. Calls are
 * told apart by their address and by how many went to the same address before, so that a try that
 * takes another way finds the answers of the calls that it shares with the one before.
 */
export function placeFor(run: Run, records: CallRecords, settings: CallSettings): PlaceCall {
	const placed = new Map<string, number>();
	return async (call) => {
		const address = `${call.method} ${call.path}`;
		const before = placed.get(address) ?? 0;
		placed.set(address, before + 1);
		const callKey = `${address} ${String(before)}`;
		const known = records.recall(callKey);
		if (known?.kind === 'answered') return known.answer;
		if (known?.kind === 'unsure' && !settings.resendWhenUnsure) throw known.failure;
		const { refusedToken } = run.ledger;
		if (refusedToken !== undefined) throw known?.failure ?? refusedToken;
		const repeatable = call.repeatable || settings.resendWhenUnsure;
		const attemptBy = async (request: Request, needless: Halt) =>
			await callWithRetry(
				{ ...run, request },
				{ ...call, repeatable },
				{ timeout: settings.timeout, doubted: known?.failure, needless },
			);
		const { sendOnceKey: key } = settings;
		const { halt, request } = run;
		const result =
			key === undefined || call.kind !== 'message'
				? await attemptBy(request, halt)
				: await sendOnce({ key, keys: run.keys(), records, halt, request }, attemptBy);
		if (!(result instanceof ChannelFailure)) {
			// What only reads may be read again, and its pages are heavy. Headers are of no use any more.
			if (call.method !== 'GET') records.answered(callKey, { ...result, headers: {} });
			return result;
		}
		if (result.effect === 'unsure' && !call.repeatable) records.unsure(callKey, result);
		throw result;
	};
}
