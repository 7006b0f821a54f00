import { ApiError } from './apiError';

/** Matches the service's message about an unknown contact ID. The message isn't documented. */
const notFoundMessage = /^contact not found\.?$/i;

/**
 * Returns the error of a request to a contact. Its reason is `contactNotFound` if the contact
 * doesn't exist, which the service reports with a message, or with the status 404 and any message.
 * A 404 without a message comes from another server, because 'Base URL' is wrong.
 */
export function contactRequestError(error: ApiError, contactId: string): ApiError {
	const { reason, outcome, status, details } = error;
	const { serviceMessage } = details;
	if (reason !== 'rejected' || outcome !== 'notDone' || serviceMessage === undefined) return error;
	if (status !== 404 && !notFoundMessage.test(serviceMessage)) return error;
	return new ApiError({ ...details, reason: 'contactNotFound', contactId });
}
