import { exponentialBackoff } from '../rateLimit/backoff';
import { type RateLimitBucket, queueFor, rateOf } from '../rateLimit/queueRegistry';
import type {
	FlowOptions,
	QueueFlow,
	RateLimitedQueue,
	Stopwatch,
} from '../rateLimit/rateLimitedQueue';
import type { CancellationToken } from '../scheduling/cancellation';
import { type Clock, systemClock } from '../scheduling/clock';
import { ApiError, type ApiErrorReason, notStarted, unexpectedError } from './apiError';
import type { CallingContext, ChannelCredential } from './credential';
import { createRequest } from './request';
import type { ApiResponse } from './response';
import type { SendRequest, ChannelRequest, HttpRequest } from './types';

/** Milliseconds after which a wait looks whether it is still wanted. */
const maxSleepMs = 500;

/** What the calls of a run, or of a list in the editor, have in common. */
export interface RequestContext {
	request: HttpRequest;
	/** The place in the queue of a rate limit: one for each kind of call. */
	flow(kind: RateLimitBucket): QueueFlow;
	clock: Clock;
	/** From 0 to below 1. */
	random(): number;
	/** Cancelled when no further call may start. */
	stop: CancellationToken;
	/** Set by a 401: nothing else is sent with the token in this attempt. The next one tries again. */
	readonly token: { rejection: ApiError | undefined };
}

/** Makes calls that only read: a further try makes them again. `timeout` is in milliseconds. */
export function createReader(calls: RequestContext, timeout: number): SendRequest {
	return async (call) => {
		const result = await sendRequest(calls, call, timeout);
		if (result instanceof ApiError) throw result;
		return result;
	};
}

/**
 * Makes a call as often as it may and has to be made, each time for `timeout` milliseconds at most.
 * `formerError` is that of a former try of the run, which may have made the call already.
 */
export async function sendRequest(
	run: RequestContext,
	call: ChannelRequest,
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
	{ clock, stop }: Pick<RequestContext, 'clock' | 'stop'>,
	milliseconds: number,
	time?: Stopwatch,
): Promise<void> {
	const until = clock.now() + milliseconds;
	for (let now = clock.now(); now < until && !stop.isCancelled; now = clock.now()) {
		await clock.sleep(Math.min(maxSleepMs, until - now));
		time?.add(now, clock.now());
	}
}

/** How often a call is made at most whose attempts fail in a way in which they may be repeated. */
const maxAttempts = 3;

/** What may have been done nevertheless. */
const uncertain: readonly ApiErrorReason[] = ['connectionLost', 'serverFault', 'timedOut'];

/**
 * Whether a call is made again after so many failures. What may have been done is repeated only
 * where doing it twice changes nothing: a message that may have gone out is never sent again
 * without being asked to. Refusals with 429 don't count: the queue of their rate limit bounds them.
 */
export function shouldRetry(
	call: Pick<ChannelRequest, 'idempotent'>,
	{ reason }: Pick<ApiError, 'reason'>,
	attempts: number,
): boolean {
	const isSafe = reason === 'notConnected' || (call.idempotent && uncertain.includes(reason));
	return isSafe && attempts < maxAttempts;
}

/**
 * What the calls of a run, a poll or a list in the editor have in common, tied to n8n: one flow in
 * the queue of each rate limit. When cancelled, no call starts, and what is under way ends.
 */
export function openRequestContext(
	context: CallingContext,
	credential: ChannelCredential,
	cancelled: CancellationToken,
	{ stop = cancelled, ...options }: FlowOptions & { stop?: CancellationToken } = {},
): RequestContext {
	const flows = new WeakMap<RateLimitedQueue, QueueFlow>();
	const flowOf = (kind: RateLimitBucket): QueueFlow => {
		// Looked up for each request: an idle queue may have been evicted meanwhile.
		const queue = queueFor(credential, kind);
		const { limit } = rateOf(credential, kind);
		const flow = flows.get(queue) ?? queue.openFlow({ ...options, limit });
		flows.set(queue, flow);
		return flow;
	};
	return {
		request: createRequest(context, credential, cancelled),
		flow: flowOf,
		clock: systemClock,
		random: Math.random,
		stop: stop.child(),
		token: { rejection: undefined },
	};
}
