import type { CallKind, ChannelCall, PlaceCall, RawAnswer } from '../channel/call';
import { ChannelFailure } from '../channel/failure';
import { asksForTooLong, isDone, refusalOf } from '../channel/refusal';
import { growingWait } from './backoff';
import type { Clock } from './clock';
import type { Halt } from './halt';
import type { Lane, Permit } from './lane';
import type { CallRecords, Ledger } from './ledger';
import { notStarted } from './notStarted';
import { decideRetry } from './retry';
import { type RunKeys, sendOnce } from './sendOnce';

/**
 * Makes one HTTP call, once. Where no answer came, it gives the reason instead; it never rejects.
 *
 * @param timeout milliseconds until the call is given up
 * @param departed to be called when the call is written to its connection
 */
export type Request = (
	call: ChannelCall,
	timeout: number,
	departed: () => void,
) => Promise<RawAnswer | ChannelFailure>;

/** Milliseconds after which a wait looks whether it is still wanted. */
const longestSleep = 500;

/** What the calls of one run of the node have in common. */
export interface Run {
	request: Request;
	lane(kind: CallKind): Lane;
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
 * Places the calls of one item: each waits for its turn in its lane, is repeated where that can do no
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
		const attemptBy = async (request: Request) =>
			await attempt({ ...run, request }, { ...call, repeatable }, settings.timeout, known?.failure);
		const { sendOnceKey: key } = settings;
		const { halt, request } = run;
		const result =
			key === undefined || call.kind !== 'message'
				? await attemptBy(request)
				: await sendOnce({ key, keys: run.keys(), records, halt, request }, attemptBy);
		if (!(result instanceof ChannelFailure)) {
			// Headers are of no use any more, and heavy when there are thousands.
			records.answered(callKey, { ...result, headers: {} });
			return result;
		}
		if (result.effect === 'unsure' && !call.repeatable) records.unsure(callKey, result);
		throw result;
	};
}

/**
 * Makes a call as often as it may and has to be made.
 *
 * @param doubted why a former try of the run may have done it already
 */
async function attempt(
	run: Run,
	call: ChannelCall,
	timeout: number,
	doubted: ChannelFailure | undefined,
): Promise<RawAnswer | ChannelFailure> {
	// Once an attempt may have been done, no later refusal makes the call undone.
	let doubt = doubted;
	for (let count = 1; ; count += 1) {
		const permit = await run.lane(call.kind).permit(run.halt, count > 1);
		// Between the permit and this line the execution may have been stopped.
		if (permit === undefined || run.halt.isHalted) {
			permit?.release();
			return doubt ?? run.ledger.refusedToken ?? notStarted();
		}
		const result = await makeOnce(run, call, timeout, permit);
		if (!(result instanceof ChannelFailure)) return result;
		if (result.reason === 'tokenInvalid') {
			run.ledger.refusedToken = result;
			run.halt.now();
			return doubt ?? result;
		}
		if (result.effect === 'unsure') doubt = result;
		const decision = decideRetry(call, result, count);
		if (decision.kind === 'giveUp') return doubt ?? result;
		if (decision.kind === 'callWaits') await pause(run, growingWait(count, run.random()));
	}
}

/** One call, and the news of it for the lane. */
async function makeOnce(
	run: Run,
	call: ChannelCall,
	timeout: number,
	permit: Permit,
): Promise<RawAnswer | ChannelFailure> {
	const answer = await run.request(call, timeout, () => {
		permit.departed();
	});
	if (neverLeft(answer)) {
		permit.release();
		return answer;
	}
	const result = answer instanceof ChannelFailure || isDone(answer) ? answer : refusalOf(answer);
	if (!(result instanceof ChannelFailure) || result.reason !== 'rateLimited') {
		permit.accepted();
		return result;
	}
	return permit.refused(result.retryAfter) ? result : asksForTooLong(result);
}

/** Whether the service surely never saw the call, because it was not made or found no connection. */
function neverLeft(answer: RawAnswer | ChannelFailure): boolean {
	return answer instanceof ChannelFailure && answer.effect === 'notDone';
}

/** Waits in slices, so that a stopped execution doesn't linger. */
async function pause(run: Run, milliseconds: number): Promise<void> {
	const until = run.clock.now() + milliseconds;
	for (;;) {
		const left = until - run.clock.now();
		if (left <= 0 || run.halt.isHalted) return;
		await run.clock.sleep(Math.min(longestSleep, left));
	}
}
