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

/** The maximum time between two checks of whether the execution was stopped. */
const maxSleepMs = 500;

/** State shared by the requests of an execution, a poll, or a list in the editor. */
export interface RequestContext {
	request: HttpRequest;
	/** Returns the flow in the queue of a rate limit. */
	flow(kind: RateLimitBucket): QueueFlow;
	clock: Clock;
	/** Returns a random number, at least 0 and less than 1. */
	random(): number;
	/** Cancelled when no more requests may be sent. */
	stop: CancellationToken;
	/** The error of a 401. No other requests are sent until the next attempt of the node. */
	readonly token: { rejection: ApiError | undefined };
}

/**
 * Returns a function that sends read requests, and rejects with an `ApiError`.
 *
 * @param timeout the maximum duration of each attempt in milliseconds
 */
export function createReader(calls: RequestContext, timeout: number): SendRequest {
	return async (call) => {
		const result = await sendRequest(calls, call, timeout);
		if (result instanceof ApiError) throw result;
		return result;
	};
}

/**
 * Sends a request within its rate limit, and retries it if that is safe. Returns the response, or
 * the error.
 *
 * @param timeout the maximum duration of each attempt in milliseconds
 * @param formerError the error of a previous attempt of the node, if its outcome is unknown
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
	// Takes precedence over later errors, because the service may have processed that attempt.
	let unknown = formerError;
	let last: ApiError | undefined;
	let attempts = 0;
	let refusedSince: number | undefined;
	for (;;) {
		const permit = await flow.permit(stop, last !== undefined);
		if (permit instanceof Error) return unknown ?? unexpectedError(permit, 'notDone');
		if (permit === 'refused') return unknown ?? last ?? rateLimited;
		// The execution may have been stopped after the permit was issued.
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
		// The service accepted the request if it responded with anything but 429. Without a response,
		// a request with the outcome `notDone` never reached the service.
		if (result.status !== undefined) permit.accepted();
		else if (result.outcome === 'notDone') permit.release();
		attempts += 1;
		if (!shouldRetry(call, result, attempts)) return unknown ?? result;
		await pause(run, exponentialBackoff(attempts, run.random()));
	}
}

/** The error of an unsent request, because the service rejected all others for too long. */
const rateLimited = new ApiError({
	reason: 'rateLimited',
	outcome: 'notDone',
	waited: 0,
	asked: undefined,
});

/** Waits until the time is over or the execution is stopped. Adds the time waited to `time`. */
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

/** The maximum number of attempts of a request, not counting 429s. */
const maxAttempts = 3;

/** Temporary errors after which the service may have processed the request. */
const uncertain: readonly ApiErrorReason[] = ['connectionLost', 'serverFault', 'timedOut'];

/**
 * Returns whether to retry a request after a number of failed attempts. If the service may have
 * processed the request, only idempotent requests are retried. A message that may have been sent is
 * resent only if the user chose to. 429s don't count as attempts, because the queue limits them.
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
 * Returns the state shared by the requests of an execution, a poll, or a list in the editor, with
 * one flow in the queue of each rate limit.
 *
 * @param cancelled prevents new requests, and aborts requests in progress
 * @param options `stop` prevents new requests without aborting others; by default `cancelled`
 */
export function openRequestContext(
	context: CallingContext,
	credential: ChannelCredential,
	cancelled: CancellationToken,
	{ stop = cancelled, ...options }: FlowOptions & { stop?: CancellationToken } = {},
): RequestContext {
	const flows = new WeakMap<RateLimitedQueue, QueueFlow>();
	const flowOf = (kind: RateLimitBucket): QueueFlow => {
		// Looked up for each request, because idle queues are evicted.
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
