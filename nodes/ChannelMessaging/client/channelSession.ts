import { QueueRegistry } from '../rateLimit/queueRegistry';
import type { Flow } from '../rateLimit/flow';
import type { RateLimitedQueue } from '../rateLimit/rateLimitedQueue';
import type { RateLimitBucket } from '../rateLimit/rateLimitBucket';
import type { WaitingTime } from '../rateLimit/waitingTime';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { type Clock, systemClock } from '../scheduling/clock';
import { type ApiError, notStarted } from './apiError';
import type { ChannelCredential, NodeContext } from './credential';
import { createHttpRequest, type HttpRequest } from './httpRequest';

/** Shared by all executions in this process. Each n8n worker has its own queues. */
const queues = new QueueRegistry(systemClock, Math.random);

/** State shared by all requests of an execution, a poll, or a list in the editor. */
export interface ChannelSession {
	readonly http: HttpRequest;
	flow(bucket: RateLimitBucket): Flow;
	readonly clock: Clock;
	random(): number;
	/** Once this token is cancelled, the session sends no more requests. */
	readonly cancellation: CancellationToken;
	/** Whether a user is waiting in the editor. */
	readonly isInteractive: boolean;
	/**
	 * The error of a 401 response. Once it is set, no more requests are sent until n8n retries the
	 * node.
	 */
	tokenError?: ApiError | undefined;
	/** When the first connection failed after the service last responded. */
	unreachableSince?: number | undefined;
}

/** Returns the error for requests that aren't sent because the session was stopped. */
export function stopReason({ tokenError }: Pick<ChannelSession, 'tokenError'>): ApiError {
	return tokenError ?? notStarted();
}

interface SessionOptions {
	isInteractive?: boolean;
	/** Measures how long at least one request has been waiting for the rate limit. */
	throttledTime?: WaitingTime;
	/**
	 * Sessions with the same ID, such as the iterations of a loop, share their turns in the queue.
	 */
	flowId?: string | undefined;
	/** Returns the minimum number of contact requests that will follow the waiting requests. */
	upcomingContactRequests?(): number;
}

type SessionCredential = Pick<
	ChannelCredential,
	'baseUrl' | 'channelKey' | 'contactCallsPerMinute' | 'decrypted' | 'messagesPerSecond' | 'token'
>;

/** @param cancellation also stopped if the service rejects the token */
export function openChannelSession(
	context: NodeContext,
	credential: SessionCredential,
	cancellation: CancellationToken,
	{ isInteractive = false, throttledTime, flowId, upcomingContactRequests }: SessionOptions = {},
): ChannelSession {
	const flows = new WeakMap<RateLimitedQueue, Flow>();
	const limits = {
		message: credential.messagesPerSecond,
		contact: credential.contactCallsPerMinute,
	};
	return {
		http: createHttpRequest(context, credential, cancellation),
		flow(bucket) {
			// The queue is looked up each time because idle queues are evicted.
			const queue = queues.queueFor(credential.channelKey, bucket);
			const flow =
				flows.get(queue) ??
				queue.openFlow({
					limit: limits[bucket],
					...(throttledTime && { throttledTime }),
					...(flowId !== undefined && { id: flowId }),
					...(bucket === 'contact' &&
						upcomingContactRequests && { upcoming: upcomingContactRequests }),
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
