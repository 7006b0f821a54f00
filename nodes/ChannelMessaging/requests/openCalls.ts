import type { CallKind } from '../api/call';
import type { CallingContext, ChannelCredential } from '../http/credential';
import { createRequest } from '../http/request';
import { queueFor } from '../rateLimit/queueRegistry';
import type { FlowOptions, QueueFlow } from '../rateLimit/rateLimitedQueue';
import { CancellationToken } from '../scheduling/cancellationToken';
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
	flow: FlowOptions = {},
): CallContext {
	const stop = new CancellationToken();
	if (cancelled.isCancelled) stop.cancel();
	cancelled.onCancel(() => {
		stop.cancel();
	});
	const flows: Partial<Record<CallKind, QueueFlow>> = {};
	return {
		request: createRequest(context, credential, cancelled),
		flow: (kind) => (flows[kind] ??= queueFor(credential, kind).openFlow(flow)),
		clock: systemClock,
		random: Math.random,
		stop,
		token: { rejection: undefined },
	};
}
