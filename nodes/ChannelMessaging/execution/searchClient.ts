import { withinSendingHours } from '../campaign/withinSendingHours';
import { ApiError } from '../client/apiError';
import { createChannel } from '../client/channel';
import type { ChannelCredential } from '../client/credential';
import { createSender } from '../client/sendRequest';
import type { DatedChannel, ReadTime } from '../contacts/datedContact';
import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import type { RequestSettings } from '../parameters/requestSettings';
import type { NodeExecution } from './nodeExecution';

/**
 * Creates a client for a single search or read. Unlike `itemClient`, it doesn't store responses for
 * retries.
 *
 * @param tested the contact whose requests a test counts
 */
export function searchClient(
	execution: NodeExecution,
	credential: ChannelCredential,
	{ sendingWindow, timeoutMs }: RequestSettings,
	tested?: CustomFieldReference,
): DatedChannel {
	const session = execution.session(credential);
	const sender = createSender(session, timeoutMs);
	const { hours, zone = 'contact' } = sendingWindow ?? {};
	// The contact's time zone is known only after the contact has been found.
	const isAnyTime = hours === undefined || zone === 'contact';
	const send = isAnyTime ? sender : withinSendingHours(sender, hours, zone);
	const { clock } = session;
	const { searchMeasurements } = execution.attempts;
	const now = (): ReadTime => ({ readAt: clock.now(), readDate: Date.now() });
	let first: ReadTime | undefined;
	let latest: number | undefined;
	const stamp = () => {
		latest = clock.now();
		first ??= now();
		if (tested !== undefined) searchMeasurements.addSearchRequest(credential.channelKey, tested);
		return undefined;
	};
	const channel = createChannel(async (request) => {
		const continuesSearch = first !== undefined;
		const response = await send(request, { beforeAttempt: stamp, continuesSearch });
		// After a 429, the request may have waited for minutes before it failed.
		const isAnswered =
			response instanceof ApiError
				? response.status !== undefined && response.reason !== 'rateLimited'
				: true;
		if (latest !== undefined && isAnswered) searchMeasurements.addResponse(clock.now() - latest);
		return response;
	}, credential.channelType);
	return { ...channel, firstRequest: () => first ?? now() };
}
