import { ApiError } from './apiError';

/** This message of the service isn't documented. */
const notFoundMessage = /^contact not found\.?$/i;

/**
 * The service reports an unknown contact with a message, or with the status 404 and any message. A
 * 404 without a message comes from another server, because 'Base URL' is wrong.
 */
export function contactRequestError(error: ApiError, contactId: string): ApiError {
	const { reason, outcome, status, details } = error;
	const { serviceMessage } = details;
	if (reason !== 'rejected' || outcome !== 'notDone' || serviceMessage === undefined) return error;
	if (status !== 404 && !notFoundMessage.test(serviceMessage)) return error;
	return new ApiError({ ...details, reason: 'contactNotFound', contactId });
}
