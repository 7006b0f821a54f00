import { QueueRegistry } from '../rateLimit/queueRegistry';
import type { QueueFlow, RateLimitedQueue } from '../rateLimit/rateLimitedQueue';
import type { RateLimitBucket } from '../rateLimit/timings';
import type { Stopwatch } from '../rateLimit/stopwatch';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { type Clock, systemClock } from '../scheduling/clock';
import { type ApiError, notStarted } from './apiError';
import type { ChannelCredential, NodeContext } from './credential';
import { createHttpRequest } from './httpRequest';
import type { HttpRequest } from './types';

/** Shared by all executions in this process. Each n8n worker process has its own queues. */
const queues = new QueueRegistry(systemClock, Math.random);

/** State that is shared by all requests of an execution, a poll, or a list in the editor. */
export interface ChannelSession {
	readonly http: HttpRequest;
	flow(bucket: RateLimitBucket): QueueFlow;
	readonly clock: Clock;
	random(): number;
	/** Stopped when no more requests may be sent with this credential. */
	readonly cancellation: CancellationToken;
	/** Whether a user is waiting in the editor. */
	readonly isInteractive: boolean;
	/**
	 * The error of a 401 response. Once it is set, no more requests are sent until n8n retries the
	 * node.
	 */
	tokenError?: ApiError | undefined;
	/** The time of the first failed connection since the service last responded. */
	unreachableSince?: number | undefined;
}

/** Returns the error for requests that aren't sent because the session was stopped. */
export function stopReason({ tokenError }: Pick<ChannelSession, 'tokenError'>): ApiError {
	return tokenError ?? notStarted();
}

interface SessionOptions {
	isInteractive?: boolean;
	/** Measures the time during which at least one request waited for the rate limit. */
	throttledTime?: Stopwatch;
	/**
	 * Sessions with the same ID, such as the iterations of a loop, share their turns in the queues.
	 */
	flowId?: string | undefined;
}

/** @param cancellation stopped if the service rejects the token */
export function openChannelSession(
	context: NodeContext,
	credential: ChannelCredential,
	cancellation: CancellationToken,
	{ isInteractive = false, throttledTime, flowId }: SessionOptions = {},
): ChannelSession {
	const flows = new WeakMap<RateLimitedQueue, QueueFlow>();
	const limits = {
		message: credential.messagesPerSecond,
		contact: credential.contactCallsPerMinute,
	};
	return {
		http: createHttpRequest(context, credential, cancellation),
		flow(bucket) {
			// The queue must be looked up for each request, because idle queues are evicted.
			const queue = queues.queueFor(credential.channelKey, bucket);
			const flow =
				flows.get(queue) ??
				queue.openFlow({
					limit: limits[bucket],
					...(throttledTime && { throttledTime }),
					...(flowId !== undefined && { id: flowId }),
				});
			flows.set(queue, flow);
			return flow;
		},
		clock: systemClock,
		random: Math.random,
		cancellation,
		isInteractive,
	};
}
