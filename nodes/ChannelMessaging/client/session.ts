import { QueueRegistry } from '../rateLimit/queueRegistry';
import type { Flow } from '../rateLimit/flow';
import type { RateLimitedQueue } from '../rateLimit/rateLimitedQueue';
import type { RateLimitBucket } from '../rateLimit/timings';
import type { Stopwatch } from '../rateLimit/stopwatch';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { type Clock, systemClock } from '../scheduling/clock';
import { type ApiError, notStarted } from './apiError';
import type { ChannelCredential, NodeContext } from './credential';
import { createHttpRequest } from './httpRequest';
import type { HttpRequest } from './types';

/** The queues of all executions in this process. Workers have their own. */
const queues = new QueueRegistry(systemClock, Math.random);

/** Shared by the requests of an execution, a poll, or a list in the editor. */
export interface ChannelSession {
	readonly http: HttpRequest;
	flow(bucket: RateLimitBucket): Flow;
	readonly clock: Clock;
	random(): number;
	/** When stopped, this credential sends nothing more. */
	readonly cancellation: CancellationToken;
	/** A user is waiting in the editor. */
	readonly isInteractive: boolean;
	/** Set by a 401 response. Nothing more is sent until n8n retries the node. */
	tokenError?: ApiError | undefined;
	/** The first failed connection since the service last responded. */
	unreachableSince?: number | undefined;
}

/** For requests that aren't sent because the session was stopped. */
export function stopReason({ tokenError }: Pick<ChannelSession, 'tokenError'>): ApiError {
	return tokenError ?? notStarted();
}

interface SessionOptions {
	isInteractive?: boolean;
	/** While at least one request waits for the rate limit. */
	throttledTime?: Stopwatch;
	/** Sessions with the same ID share their turns, such as the iterations of a loop. */
	flowId?: string | undefined;
	/** Returns how many contact requests will follow the waiting ones, at least. */
	upcomingContactRequests?(): number;
}

/** @param cancellation also stopped if the token is rejected */
export function openChannelSession(
	context: NodeContext,
	credential: ChannelCredential,
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
			// Look it up each time. Idle queues are evicted.
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
