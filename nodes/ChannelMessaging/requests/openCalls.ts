import type { CallKind } from '../api/call';
import type { CallingContext, ChannelCredential } from '../http/credential';
import { createRequest } from '../http/request';
import { queueFor, rateOf } from '../rateLimit/queueRegistry';
import type { FlowOptions, QueueFlow, RateLimitedQueue } from '../rateLimit/rateLimitedQueue';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { systemClock } from '../scheduling/clock';
import type { CallContext } from './callWithRetry';

/**
 * What the calls of a run, a poll or a list in the editor have in common, tied to n8n: one flow in
 * the queue of each rate limit. When cancelled, no call starts, and what is under way ends.
 */
export function openCalls(
	context: CallingContext,
	credential: ChannelCredential,
	cancelled: CancellationToken,
	{ stop = cancelled, ...options }: FlowOptions & { stop?: CancellationToken } = {},
): CallContext {
	const flows = new WeakMap<RateLimitedQueue, QueueFlow>();
	const flowOf = (kind: CallKind): QueueFlow => {
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
