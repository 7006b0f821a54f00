import { ApiError } from '../client/apiError';
import { type Channel, createChannel } from '../client/channel';
import type { ChannelCredential, NodeContext } from '../client/credential';
import { createSender, type SendRequest } from '../client/sendRequest';
import { type ChannelSession, openChannelSession } from '../client/channelSession';
import { CancellationToken } from '../scheduling/cancellationToken';

/**
 * Creates a channel for requests from the editor, which count toward the same rate limits as
 * requests from workflows.
 */
export function editorChannel(context: NodeContext, credential: ChannelCredential): Channel {
	const session = openChannelSession(context, credential, new CancellationToken(), {
		isInteractive: true,
	});
	return createChannel(
		createEditorSender(session, credential.contactCallsPerMinute),
		credential.channelType,
	);
}

// Together with the request timeout, this limits a search in the editor to ten seconds.
const maxWaitMs = 5_000;
const timeoutMs = 4_500;

/**
 * Creates a sender that returns a `limitUsedUp` error if a request would have to wait longer than
 * `maxWaitMs`.
 */
export function createEditorSender(session: ChannelSession, limit: number): SendRequest {
	void session.clock.sleep(maxWaitMs).then(() => {
		session.cancellation.stop();
	});
	const send = createSender(session, timeoutMs);
	return async (request) => {
		const { bucket } = request;
		const flow = session.flow(bucket);
		const usedUp = () => {
			const waitMs = flow.msUntilNext();
			return new ApiError({ reason: 'limitUsedUp', outcome: 'notDone', bucket, limit, waitMs });
		};
		if (flow.msUntilNext() > maxWaitMs) return usedUp();
		const result = await send(request);
		return result instanceof ApiError && result.reason === 'cancelled' ? usedUp() : result;
	};
}
