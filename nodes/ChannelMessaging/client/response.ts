import type { IDataObject } from 'n8n-workflow';

import { ApiError } from './apiError';
import { isRecord } from './model';

export interface ApiResponse {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	text: string;
	/** The parsed body, or `undefined` if the body isn't a JSON object. */
	json: IDataObject | undefined;
	/** Set if no request was sent because the same message was already sent. */
	skipped?: true;
	/** The reason why the text is incomplete, or `undefined` if it is complete. */
	truncated?: ApiError;
}

/** Adds the parsed JSON body to a response. */
export function readResponse(response: Omit<ApiResponse, 'json'>): ApiResponse {
	return { ...response, json: jsonOf(response.text) };
}

function jsonOf(text: string): IDataObject | undefined {
	try {
		const value: unknown = JSON.parse(text);
		// `JSON.stringify` throws if the value is nested too deeply for n8n to store.
		JSON.stringify(value);
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Returns the response without `data` if `data` is an empty list, because n8n shows empty lists as
 * missing data.
 */
export function withoutEmptyData({ data, ...envelope }: IDataObject): IDataObject {
	const isEmpty = data === undefined || (Array.isArray(data) && data.length === 0);
	return isEmpty ? envelope : { ...envelope, data };
}

/**
 * Returns whether a response body has the given status. Case-insensitive, because the service
 * returns `Success` and `success`.
 */
export function saysStatus({ json }: ApiResponse, status: 'error' | 'success'): boolean {
	return typeof json?.status === 'string' && json.status.toLowerCase() === status;
}

/** The maximum length of an excerpt in characters. */
const maxExcerptLength = 200;

/** The maximum number of characters to process for an excerpt. */
const maxExcerptSource = maxExcerptLength * 4;

/**
 * Returns a copy of the response for storage, without its headers and without text that outputs and
 * errors don't use.
 */
export function compactResponse(response: ApiResponse): ApiResponse {
	const text = response.json === undefined ? response.text.slice(0, maxExcerptSource) : '';
	return { ...response, headers: {}, text };
}

/** Returns the first characters of a response on a single line, for error messages. */
export function excerpt(text: string): string {
	const line = text.slice(0, maxExcerptSource).replace(/\s+/g, ' ').trim();
	if (line === '') return 'nothing';
	const characters = Array.from(line);
	if (characters.length <= maxExcerptLength) return line;
	return `${characters.slice(0, maxExcerptLength).join('')}…`;
}

const wrongFileMessage = 'Sorry, Url provided is not an image/audio/video file';

/** Matches the service's error message for an unknown contact ID, which isn't documented. */
const contactNotFoundMessage = /^contact not found\.?$/i;

/**
 * Returns whether the service processed the request. Accepts any 2xx status, because the HTTP
 * status of some successful responses isn't documented (section 4, Endpoints). Rejects responses
 * whose body has the status `error`.
 */
export function isDone(response: ApiResponse): boolean {
	return response.status >= 200 && response.status < 300 && !saysStatus(response, 'error');
}

/**
 * Returns the error for a failed response (section 7, Errors).
 *
 * @param date the current time in milliseconds since the epoch, to evaluate dates in `Retry-After`
 */
export function toApiError(response: ApiResponse, date = Date.now()): ApiError {
	const { status, headers, json } = response;
	const message = typeof json?.message === 'string' ? json.message.trim() : '';
	const words = message && excerpt(message);
	const serviceMessage = { status, ...(words && { serviceMessage: words }) };
	const notDone = { ...serviceMessage, outcome: 'notDone' } as const;
	const isWrongFile = words.startsWith(wrongFileMessage);
	if (isWrongFile) return new ApiError({ ...notDone, reason: 'wrongFileKind' });
	if (status === 401) return new ApiError({ ...notDone, reason: 'tokenInvalid' });
	if (status === 405) return new ApiError({ ...notDone, reason: 'methodNotAllowed' });
	if (status === 429) {
		const retryAfterMs = parseRetryAfterMs(headers['retry-after'], date);
		return new ApiError({ ...notDone, reason: 'rateLimited', waitedMs: 0, retryAfterMs });
	}
	if (status >= 500)
		return new ApiError({ ...serviceMessage, reason: 'serverFault', outcome: 'unknown' });
	if (status >= 300 && status < 400) return new ApiError({ ...notDone, reason: 'redirected' });
	// Without a valid HTTP status, it's unknown whether the service processed the request.
	const outcome = status >= 200 ? 'notDone' : 'unknown';
	const isNotFound = outcome === 'notDone' && contactNotFoundMessage.test(words);
	return new ApiError({
		...serviceMessage,
		reason: isNotFound ? 'contactNotFound' : 'refused',
		outcome,
	});
}

/**
 * Matches an HTTP date, which starts with a weekday. Obsolete formats omit the time zone, which is
 * GMT.
 */
const httpDate = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d/i;

/**
 * Returns the delay from a `Retry-After` header in milliseconds (RFC 9110, section 10.2.3). The
 * header contains seconds or an HTTP date. Returns `undefined` if the header is missing, invalid,
 * or in the past.
 *
 * @param date the current time in milliseconds since the epoch
 */
export function parseRetryAfterMs(header: unknown, date: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	let waitMs = 0;
	if (/^\d+(\.\d+)?$/.test(text)) waitMs = Number(text) * 1_000;
	if (httpDate.test(text)) {
		waitMs = Date.parse(/(gmt|utc)$/i.test(text) ? text : `${text} GMT`) - date;
	}
	return waitMs > 0 ? waitMs : undefined;
}
