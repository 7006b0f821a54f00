import { ApiError } from '../client/apiError';
import { type Channel, createChannel } from '../client/channel';
import type { ChannelCredential, NodeContext } from '../client/credential';
import { createSender } from '../client/sendRequest';
import { type ChannelSession, openChannelSession } from '../client/session';
import type { SendRequest } from '../client/types';
import { queueFor } from '../rateLimit/queueRegistry';
import type { RateLimitBucket } from '../rateLimit/rateLimits';
import { CancellationToken } from '../scheduling/cancellation';

// Together, these limit a search in the editor to ten seconds.
const maxWaitMs = 5_000;
const timeoutMs = 4_500;

/** Returns a client whose requests share the rate limits with all workflows. */
export function editorChannel(context: NodeContext, credential: ChannelCredential): Channel {
	const { channelKey, channelType, contactCallsPerMinute } = credential;
	const session = openChannelSession(context, credential, new CancellationToken(), {
		isInteractive: true,
	});
	const send = createEditorSender(session, contactCallsPerMinute, (bucket) =>
		queueFor(channelKey, bucket).msUntilNext(),
	);
	return createChannel(send, channelType);
}

/** Requests fail with `limitUsedUp` if the rate limit would delay them for too long. */
export function createEditorSender(
	session: ChannelSession,
	limit: number,
	msUntilNext: (bucket: RateLimitBucket) => number,
): SendRequest {
	void session.clock.sleep(maxWaitMs).then(() => {
		session.cancellation.stop();
	});
	const send = createSender(session, timeoutMs);
	return async (request) => {
		const { bucket } = request;
		const usedUp = () => {
			const waitMs = msUntilNext(bucket);
			return new ApiError({ reason: 'limitUsedUp', outcome: 'notDone', bucket, limit, waitMs });
		};
		if (msUntilNext(bucket) > maxWaitMs) return usedUp();
		const result = await send(request);
		return result instanceof ApiError && result.reason === 'cancelled' ? usedUp() : result;
	};
}
