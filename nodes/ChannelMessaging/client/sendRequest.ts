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
import type { NodeContext, ChannelCredential } from './credential';
import { createHttpRequest } from './httpRequest';
import type { ApiResponse } from './response';
import type { ChannelRequest, HttpRequest, SendOptions, SendRequest } from './types';

/**
 * The maximum duration of one sleep, in milliseconds. A stopped execution ends at the latest after
 * this time.
 */
const maxSleepMs = 500;

/** State shared by all requests of an execution, a poll, or a list in the editor. */
export interface ChannelSession {
	readonly http: HttpRequest;
	/** Returns the request flow for messages or for contacts. */
	flow(bucket: RateLimitBucket): QueueFlow;
	readonly clock: Clock;
	random(): number;
	/** A token that is stopped when no more requests may be sent with this credential. */
	readonly cancellation: CancellationToken;
	/**
	 * The error after a 401 response. No more requests are sent until n8n retries the node.
	 */
	rejection?: ApiError | undefined;
}

/**
 * Returns a function that sends requests with retries.
 *
 * @param timeoutMs the maximum duration of each attempt, in milliseconds
 */
export function createSender(session: ChannelSession, timeoutMs: number): SendRequest {
	return async (request, options) => await sendRequest(session, request, timeoutMs, options);
}

/**
 * Sends a request within its rate limit, and retries it if that is safe. Returns the response or an
 * error.
 *
 * @param timeoutMs the maximum duration of each attempt, in milliseconds
 */
async function sendRequest(
	session: ChannelSession,
	request: ChannelRequest,
	timeoutMs: number,
	{ beforeAttempt, previousError }: SendOptions = {},
): Promise<ApiResponse | ApiError> {
	const { clock, cancellation } = session;
	if (session.rejection !== undefined) return previousError ?? session.rejection;
	const flow = session.flow(request.bucket);
	// An error with an unknown outcome takes precedence over later errors, because the service may
	// have processed the request.
	let unknown = previousError;
	let last: ApiError | undefined;
	let attempts = 0;
	let rejectedSince: number | undefined;
	for (;;) {
		const permit = await flow.permit(cancellation, last !== undefined);
		if (permit instanceof Error) return unknown ?? unexpectedError(permit, 'notDone');
		if (permit === 'rejected') return unknown ?? last ?? rateLimited;
		// Checks again whether the execution was stopped, because this can happen after the permit was
		// issued.
		if (permit === 'cancelled' || cancellation.isStopped) {
			if (permit !== 'cancelled') permit.release();
			return unknown ?? session.rejection ?? notStarted();
		}
		const obstacle = beforeAttempt && (await beforeAttempt());
		const result =
			obstacle ??
			(await session.http(request, timeoutMs, () => {
				permit.onWritten();
			}));
		if (!(result instanceof ApiError)) {
			permit.accepted();
			return result;
		}
		last = result;
		if (result.outcome === 'unknown') unknown = result;
		if (result.reason === 'tokenInvalid') {
			session.rejection = result;
			cancellation.stop();
		}
		const { details } = result;
		if (details.reason === 'rateLimited') {
			rejectedSince ??= clock.now();
			const waitedMs = clock.now() - rejectedSince;
			last = new ApiError({ ...details, waitedMs });
			const delay = permit.rejected(details.retryAfterMs, waitedMs);
			if (delay === undefined) return unknown ?? last;
			await pause(session, delay, flow.time);
			continue;
		}
		// Any status other than 429 means that the service accepted the request. If there is no status,
		// the outcome `notDone` means that the request never reached the service.
		if (result.status !== undefined) permit.accepted();
		else if (result.outcome === 'notDone') permit.release();
		attempts += 1;
		if (!shouldRetry(request, result, attempts)) return unknown ?? result;
		await pause(session, exponentialBackoff(attempts, session.random()));
	}
}

/** The error for an unsent request if the service has rejected all other requests for too long. */
const rateLimited = new ApiError({
	reason: 'rateLimited',
	outcome: 'notDone',
	waitedMs: 0,
	retryAfterMs: undefined,
});

/** Waits for a duration, or until the execution is stopped. Adds the elapsed time to `time`. */
export async function pause(
	{ clock, cancellation }: Pick<ChannelSession, 'clock' | 'cancellation'>,
	milliseconds: number,
	time?: Stopwatch,
): Promise<void> {
	const until = clock.now() + milliseconds;
	for (let now = clock.now(); now < until && !cancellation.isStopped; now = clock.now()) {
		await clock.sleep(Math.min(maxSleepMs, until - now));
		time?.add(now, clock.now());
	}
}

/** The maximum number of attempts per request, not counting 429 responses. */
const maxAttempts = 3;

/** Temporary errors after which it's unclear whether the service processed the request. */
const uncertain: readonly ApiErrorReason[] = ['connectionLost', 'serverFault', 'timedOut'];

/**
 * Returns whether to retry a failed request. If the service may have processed the request, only
 * idempotent requests are retried. Messages are resent only if the user chose *Retry When Unsure*.
 *
 * 429 responses don't count as attempts, because the queue limits their retries.
 */
export function shouldRetry(
	request: Pick<ChannelRequest, 'idempotent'>,
	{ reason }: Pick<ApiError, 'reason'>,
	attempts: number,
): boolean {
	const isSafe = reason === 'notConnected' || (request.idempotent && uncertain.includes(reason));
	return isSafe && attempts < maxAttempts;
}

/**
 * Opens a session for the requests of an execution, a poll, or a list in the editor.
 *
 * @param cancellation stops or aborts the session, which can also be stopped separately
 */
export function openChannelSession(
	context: NodeContext,
	credential: ChannelCredential,
	cancellation: CancellationToken,
	options?: FlowOptions,
): ChannelSession {
	const ofSession = cancellation.child();
	const flows = new WeakMap<RateLimitedQueue, QueueFlow>();
	return {
		http: createHttpRequest(context, credential, ofSession),
		flow(bucket) {
			// Looks up the queue for each request, because idle queues are evicted.
			const queue = queueFor(credential, bucket);
			const { limit } = rateOf(credential, bucket);
			const flow = flows.get(queue) ?? queue.openFlow({ ...options, limit });
			flows.set(queue, flow);
			return flow;
		},
		clock: systemClock,
		random: Math.random,
		cancellation: ofSession,
	};
}
