import { ApiError } from './apiError';
import type { ChannelType } from './channelType';
import { excerpt } from './excerpt';
import { type ApiResponse, saysStatus } from './apiResponse';
import { parseRetryAfterMs } from './retryAfter';

/**
 * Matches the message of a 429 response (section 7, Errors). Some proxies change its status to 200.
 */
const tooManyRequests = /^too many requests\b/i;

/**
 * These statuses ask the client to send the same request to another address, so the server didn't
 * process the request. Other redirects, such as 302 and 303, can also be responses to processed
 * requests.
 */
const movedStatuses: ReadonlySet<number> = new Set([301, 307, 308]);

const wrongFileMessage = 'Sorry, Url provided is not an image/audio/video file';

/** Matches the start of a list or an object, whose end may be missing. */
const jsonStart = /^\s*[[{]/;

/** Matches the start of an error's envelope (section 7, Errors), whose end may be missing. */
const errorEnvelope = /^\s*\{\s*"status"\s*:\s*"error"/i;

/**
 * Any 2xx status counts as success, even with an empty body, because some statuses aren't
 * documented (section 4, Endpoints). However, a 2xx body that isn't JSON or is too large probably
 * comes from another server, for example as an HTML page. If the body is incomplete, its beginning
 * determines the result.
 *
 * @param now the reference time for a `Retry-After` date if the response has no `Date` header
 */
export function responseError(response: ApiResponse, now = Date.now()): ApiError | undefined {
	const { isJson, text, status, truncated } = response;
	const isDone = status >= 200 && status < 300 && !saysStatus(response, 'error');
	if (!isDone) return toApiError(response, now);
	if (truncated?.reason === 'responseTooLarge') return truncated.with({ status });
	if (truncated !== undefined && errorEnvelope.test(text)) return truncated.with({ status });
	const mayBeJson = truncated === undefined ? isJson : jsonStart.test(text);
	if (mayBeJson || text.trim() === '') return undefined;
	const details = { status, expected: 'json', excerpt: excerpt(text) } as const;
	return new ApiError({ reason: 'unreadable', outcome: 'unknown', ...details });
}

/** See section 7 (Errors) of the service's documentation. */
function toApiError(response: ApiResponse, now: number): ApiError {
	const { status, headers, json } = response;
	const message = typeof json?.message === 'string' ? json.message.trim() : '';
	const words = message && excerpt(message);
	const serviceMessage = { status, ...(words && { serviceMessage: words }) };
	const notDone = { ...serviceMessage, outcome: 'notDone' } as const;
	const isWrongFile = words.startsWith(wrongFileMessage);
	if (isWrongFile) return new ApiError({ ...notDone, reason: 'wrongFileKind' });
	if (status === 401) return new ApiError({ ...notDone, reason: 'tokenInvalid' });
	if (status === 405) return new ApiError({ ...notDone, reason: 'methodNotAllowed' });
	if (status === 429 || (status >= 200 && status < 300 && tooManyRequests.test(words))) {
		const retryAfterMs = retryAfterOf(headers, now);
		return new ApiError({ ...notDone, reason: 'rateLimited', waitedMs: 0, retryAfterMs });
	}
	if (status >= 500) {
		const retryAfterMs = retryAfterOf(headers, now);
		const unknown = { ...serviceMessage, outcome: 'unknown' } as const;
		return new ApiError({
			...unknown,
			reason: 'serverFault',
			...(retryAfterMs && { retryAfterMs }),
		});
	}
	if (status >= 300 && status < 400) {
		const outcome = movedStatuses.has(status) ? 'notDone' : 'unknown';
		return new ApiError({ ...serviceMessage, reason: 'redirected', outcome });
	}
	// Without a valid HTTP status, the request may have been processed.
	const outcome = status >= 200 ? 'notDone' : 'unknown';
	return new ApiError({ ...serviceMessage, reason: 'rejected', outcome });
}

/** Prefers the `Date` header because the clocks of n8n and the service can differ. */
function retryAfterOf(headers: ApiResponse['headers'], now: number): number | undefined {
	const sentAt = typeof headers.date === 'string' ? Date.parse(headers.date) : NaN;
	return parseRetryAfterMs(headers['retry-after'], sentAt || now);
}

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
