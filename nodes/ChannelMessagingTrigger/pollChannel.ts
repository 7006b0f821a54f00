import type { IPollFunctions } from 'n8n-workflow';

import { ApiError } from '../ChannelMessaging/api/apiError';
import { type Channel, createChannel } from '../ChannelMessaging/api/channel';
import { type ChannelCredential, rateOf } from '../ChannelMessaging/http/credential';
import { createRequest } from '../ChannelMessaging/http/request';
import { queueFor } from '../ChannelMessaging/rateLimit/queueRegistry';
import { type CallContext, callWithRetry } from '../ChannelMessaging/requests/callWithRetry';
import { CancellationToken } from '../ChannelMessaging/scheduling/cancellationToken';
import { systemClock } from '../ChannelMessaging/scheduling/systemClock';

/** Milliseconds until a call is given up. */
const timeout = 60_000;

/**
 * The channel for a poll, whose calls wait behind those of all executions.
 *
 * @param needless cancelled when the poll isn't needed any more
 */
export function pollChannel(
	context: IPollFunctions,
	credential: ChannelCredential,
	needless: CancellationToken,
): Channel {
	// Cancelled also when the token is refused.
	const stop = new CancellationToken();
	if (needless.isCancelled) stop.cancel();
	needless.onCancel(() => {
		stop.cancel();
	});
	const run: CallContext = {
		request: createRequest(context, credential, needless),
		flow: (kind) => queueFor(credential, kind, rateOf(credential, kind)).openBackgroundFlow(),
		clock: systemClock,
		random: Math.random,
		stop,
		journal: { refusedToken: undefined },
	};
	return createChannel(async (call) => {
		const result = await callWithRetry(run, call, { timeout, doubted: undefined });
		if (result instanceof ApiError) throw result;
		return result;
	}, credential.channelType);
}
