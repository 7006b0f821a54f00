import { ApiError } from './apiError';
import { type ApiResponse, excerpt, saysStatus } from './response';
import { retryAfterMilliseconds } from './retryAfter';

const wrongFileMessage = 'Sorry, Url provided is not an image/audio/video file';

/** Tells of an unknown identifier. Section 7 (Errors) gives no words: any others are `refused`. */
const contactNotFoundMessage = /^contact not found\.?$/i;

/**
 * Whether the call was done. For some, the document gives no status (section 4, Endpoints), so any 2xx
 * counts unless the envelope itself says `error`.
 */
export function isDone(response: ApiResponse): boolean {
	return response.status >= 200 && response.status < 300 && !saysStatus(response, 'error');
}

/**
 * The error that a response stands for, from the table of section 7 (Errors).
 *
 * @param date now, in milliseconds since the epoch: the response may ask to wait until a date
 */
export function toApiError(response: ApiResponse, date = Date.now()): ApiError {
	const { status, headers, json } = response;
	const message = typeof json?.message === 'string' ? json.message.trim() : '';
	const words = message && excerpt(message);
	const said = { status, ...(words && { serviceMessage: words }) };
	const notDone = { ...said, outcome: 'notDone' } as const;
	const isWrongFile = words.startsWith(wrongFileMessage);
	if (isWrongFile) return new ApiError({ ...notDone, reason: 'wrongFileKind' });
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
	const isNotFound = outcome === 'notDone' && contactNotFoundMessage.test(words);
	return new ApiError({ ...said, reason: isNotFound ? 'contactNotFound' : 'refused', outcome });
}
