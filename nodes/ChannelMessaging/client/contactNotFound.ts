import { ApiError } from './apiError';
import type { ChannelType } from './channel';

/** The service doesn't document this message. */
const notFoundMessage = /^contact not found\.?$/i;

/**
 * For unknown contacts, the service responds with the message above, or with a 404 and any other
 * message. A 404 without a message means that *Base URL* is wrong.
 */
export function contactRequestError(
	error: ApiError,
	contactId: string,
	channelType: ChannelType,
): ApiError {
	const { reason, outcome, status, details } = error;
	const { serviceMessage } = details;
	if (reason !== 'rejected' || outcome !== 'notDone' || serviceMessage === undefined) return error;
	if (status !== 404 && !notFoundMessage.test(serviceMessage)) return error;
	const acceptsOnlyIds = channelType === 'viber';
	return new ApiError({ ...details, reason: 'contactNotFound', contactId, acceptsOnlyIds });
}
