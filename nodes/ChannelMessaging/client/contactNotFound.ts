import { ApiError } from './apiError';
import type { ChannelType } from './channel';

/** The service's undocumented error message for an unknown contact. */
const notFoundMessage = /^contact not found\.?$/i;

/**
 * The service reports an unknown contact with a specific message, or with a 404 status and any
 * message. A 404 response without a message means that *Base URL* is wrong.
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
