import { ApiError, notStarted } from '../api/apiError';
import type { CallKind, ChannelCall, Request } from '../api/call';
import type { ApiResponse } from '../api/response';
import { exponentialBackoff } from '../rateLimit/backoff';
import type { Permit, QueueFlow } from '../rateLimit/rateLimitedQueue';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { Clock } from '../scheduling/clock';
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
	/** Knows whether the service refused the token: no further call is made then. */
	journal: { refusedToken: ApiError | undefined };
}

interface Terms {
	/** Milliseconds until each attempt is given up. */
	timeout: number;
	/** Of a former try of the run, which may have made the call already. */
	formerError: ApiError | undefined;
}

/** Makes a call as often as it may and has to be made. */
export async function callWithRetry(
	run: CallContext,
	call: ChannelCall,
	{ timeout, formerError }: Terms,
): Promise<ApiResponse | ApiError> {
	const { refusedToken } = run.journal;
	if (refusedToken !== undefined) return formerError ?? refusedToken;
	const flow = run.flow(call.kind);
	// Once an attempt may have been done, no later refusal makes the call undone.
	let unknown = formerError;
	let last: ApiError | undefined;
	let attempts = 0;
	let refusedSince: number | undefined;
	for (;;) {
		const permit = await flow.permit(run.stop, last !== undefined);
		if (permit === 'refused') return unknown ?? last ?? rateLimited;
		// Between the permit and this line the execution may have been stopped.
		if (permit === 'cancelled' || run.stop.isCancelled) {
			if (permit !== 'cancelled') permit.release();
			return unknown ?? run.journal.refusedToken ?? notStarted();
		}
		const result = await callOnce(run.request, call, timeout, permit);
		if (!(result instanceof ApiError)) return result;
		last = result;
		if (result.outcome === 'unknown') unknown = result;
		if (result.reason === 'tokenInvalid') {
			run.journal.refusedToken = result;
			run.stop.cancel();
		}
		const { details } = result;
		if (details.reason === 'rateLimited') {
			const now = run.clock.now();
			refusedSince ??= now;
			const waited = now - refusedSince;
			last = new ApiError({ ...details, waited });
			const delay = permit.refused(details.asked, waited);
			if (delay === undefined) return unknown ?? last;
			await pause(run.clock, delay, run.stop, flow.waited);
		} else {
			attempts += 1;
			if (!shouldRetry(call, result, attempts)) return unknown ?? result;
			await pause(run.clock, exponentialBackoff(attempts, run.random()), run.stop);
		}
	}
}

/** Of a call that was not made, because the service had refused all others for long. */
const rateLimited = new ApiError({
	reason: 'rateLimited',
	outcome: 'notDone',
	waited: 0,
	asked: undefined,
});

/** One call, and the news of it for the rate limit, but for a refusal. */
async function callOnce(
	request: Request,
	call: ChannelCall,
	timeout: number,
	permit: Permit,
): Promise<ApiResponse | ApiError> {
	const result = await request(call, timeout, () => {
		permit.onWritten();
	});
	const { status } = result;
	const isNotDone = result instanceof ApiError && result.outcome === 'notDone';
	// Without an answer, the service surely never saw it: it was not made, or found no connection.
	if (status === undefined && isNotDone) permit.release();
	if (status !== undefined && status !== 429) permit.accepted();
	return result;
}

/**
 * Waits in slices, so that a stopped execution doesn't linger.
 *
 * @param waited told from when each slice was waited for
 */
async function pause(
	clock: Clock,
	milliseconds: number,
	stop: CancellationToken,
	waited: (from: number) => void = () => undefined,
): Promise<void> {
	const until = clock.now() + milliseconds;
	for (let now = clock.now(); now < until && !stop.isCancelled; now = clock.now()) {
		await clock.sleep(Math.min(longestSleep, until - now));
		waited(now);
	}
}
