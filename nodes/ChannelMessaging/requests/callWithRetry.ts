import { ApiError, notStarted, unexpectedError } from '../api/apiError';
import type { CallApi, CallKind, ChannelCall, Request } from '../api/call';
import type { ApiResponse } from '../api/response';
import { exponentialBackoff } from '../rateLimit/backoff';
import type { QueueFlow } from '../rateLimit/rateLimitedQueue';
import type { WaitingTime } from '../rateLimit/waitingTime';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';
import type { RunKeys } from './idempotencyKeys';
import type { RunJournal } from './journal';
import { shouldRetry } from './retryPolicy';

/** Milliseconds after which a wait looks whether it is still wanted. */
const longestSleep = 500;

/** What the calls of a run, or of a list in the editor, have in common. */
export interface CallContext {
	request: Request;
	/** The place in the queue of a rate limit: one for each kind of call. */
	flow(kind: CallKind): QueueFlow;
	clock: Clock;
	/** From 0 to below 1. */
	random(): number;
	/** Cancelled when no further call may start. */
	stop: CancellationToken;
	/** Set by a 401: nothing else is sent with the token in this attempt. The next one tries again. */
	readonly token: { rejection: ApiError | undefined };
}

/** What the calls of one run of the node have in common. */
export interface Run extends CallContext {
	journal: RunJournal;
	/** Asked only where something is sent once for a key. */
	keys(): RunKeys;
}

/** Makes calls that only read: a further try makes them again. `timeout` is in milliseconds. */
export function readCallerFor(calls: CallContext, timeout: number): CallApi {
	return async (call) => {
		const result = await callWithRetry(calls, call, timeout);
		if (result instanceof ApiError) throw result;
		return result;
	};
}

/**
 * Makes a call as often as it may and has to be made, each time for `timeout` milliseconds at most.
 * `formerError` is that of a former try of the run, which may have made the call already.
 */
export async function callWithRetry(
	run: CallContext,
	call: ChannelCall,
	timeout: number,
	formerError?: ApiError,
): Promise<ApiResponse | ApiError> {
	const { clock, stop, token } = run;
	if (token.rejection !== undefined) return formerError ?? token.rejection;
	const flow = run.flow(call.kind);
	// Once an attempt may have been done, no later refusal makes the call undone.
	let unknown = formerError;
	let last: ApiError | undefined;
	let attempts = 0;
	let refusedSince: number | undefined;
	for (;;) {
		const permit = await flow.permit(stop, last !== undefined);
		if (permit instanceof Error) return unknown ?? unexpectedError(permit, 'notDone');
		if (permit === 'refused') return unknown ?? last ?? rateLimited;
		// Between the permit and this line the execution may have been stopped.
		if (permit === 'cancelled' || stop.isCancelled) {
			if (permit !== 'cancelled') permit.release();
			return unknown ?? token.rejection ?? notStarted();
		}
		const result = await run.request(call, timeout, () => {
			permit.onWritten();
		});
		if (!(result instanceof ApiError)) {
			permit.accepted();
			return result;
		}
		last = result;
		if (result.outcome === 'unknown') unknown = result;
		if (result.reason === 'tokenInvalid') {
			token.rejection = result;
			stop.cancel();
		}
		const { details } = result;
		if (details.reason === 'rateLimited') {
			refusedSince ??= clock.now();
			const waited = clock.now() - refusedSince;
			last = new ApiError({ ...details, waited });
			const delay = permit.refused(details.asked, waited);
			if (delay === undefined) return unknown ?? last;
			await pause(run, delay, flow.time);
			continue;
		}
		// Not done and without an answer, the call surely never reached the service.
		if (result.status !== undefined) permit.accepted();
		else if (result.outcome === 'notDone') permit.release();
		attempts += 1;
		if (!shouldRetry(call, result, attempts)) return unknown ?? result;
		await pause(run, exponentialBackoff(attempts, run.random()));
	}
}

/** Of a call that was not made, because the service had refused all others for long. */
const rateLimited = new ApiError({
	reason: 'rateLimited',
	outcome: 'notDone',
	waited: 0,
	asked: undefined,
});

/** Waits in slices, so that a stopped execution doesn't linger, and adds up the time of each. */
export async function pause(
	{ clock, stop }: Pick<CallContext, 'clock' | 'stop'>,
	milliseconds: number,
	time?: WaitingTime,
): Promise<void> {
	const until = clock.now() + milliseconds;
	for (let now = clock.now(); now < until && !stop.isCancelled; now = clock.now()) {
		await clock.sleep(Math.min(longestSleep, until - now));
		time?.add(now, clock.now());
	}
}
