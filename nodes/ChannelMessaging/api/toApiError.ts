import { ApiError } from './apiError';
import { type ApiResponse, excerpt, saysStatus } from './response';
import { retryAfterMilliseconds } from './retryAfter';

const wrongFileMessage = 'Sorry, Url provided is not an image/audio/video file';

/**
 * The words for an identifier that the service doesn't know. The document gives none: where the service
 * has others, its refusal is one like all others (section 7, Errors: the message of a 403 varies).
 */
const contactNotFoundMessage = /^contact not found\.?$/i;

/**
 * Whether a response says that the call was done. The document gives a status of 200 for most calls
 * and none for some (section 4, Endpoints), so any 2xx counts unless the envelope itself says `error`.
 */
export function isDone(response: ApiResponse): boolean {
	return response.status >= 200 && response.status < 300 && !saysStatus(response, 'error');
}

/** The service's own words, on one line. */
function messageOf({ json }: ApiResponse): { serviceMessage?: string } {
	const message = json?.message;
	if (typeof message !== 'string' || message.trim() === '') return {};
	return { serviceMessage: excerpt(message) };
}

/**
 * The error that a response stands for, from the table of section 7 (Errors).
 *
 * @param date now, in milliseconds since the epoch: the response may ask to wait until a date
 */
export function toApiError(response: ApiResponse, date = Date.now()): ApiError {
	const { status, headers } = response;
	const said = { status, ...messageOf(response) };
	const notDone = { ...said, outcome: 'notDone' } as const;
	if (said.serviceMessage?.startsWith(wrongFileMessage)) {
		return new ApiError({ ...notDone, reason: 'wrongFileKind' });
	}
	if (status === 401) return new ApiError({ ...notDone, reason: 'tokenInvalid' });
	if (status === 405) return new ApiError({ ...notDone, reason: 'methodNotAllowed' });
	if (status === 429) {
		const asked = retryAfterMilliseconds(headers['retry-after'], date);
		return new ApiError({ ...notDone, reason: 'rateLimited', waited: 0, asked });
	}
	if (status >= 500) return new ApiError({ ...said, reason: 'serverFault', outcome: 'unknown' });
	if (status >= 300 && status < 400) return new ApiError({ ...notDone, reason: 'redirected' });
	// What is no status of an HTTP response says nothing about the call.
	const outcome = status >= 200 ? 'notDone' : 'unknown';
	const isNotFound =
		outcome === 'notDone' && contactNotFoundMessage.test(said.serviceMessage ?? '');
	return new ApiError({ ...said, reason: isNotFound ? 'contactNotFound' : 'refused', outcome });
}
