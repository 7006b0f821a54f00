import type { IDataObject } from 'n8n-workflow';

import { ApiError } from './apiError';
import { isRecord } from './model';

/** What came back from the service. */
export interface ApiResponse {
	status: number;
	/** Names in lower case. */
	headers: Readonly<Record<string, unknown>>;
	text: string;
	/** The text as JSON, where it is a JSON object. */
	json: IDataObject | undefined;
	/** Not the service's words: it wasn't called, because the message has been sent before. */
	skipped?: true;
	/** Why the text isn't whole, where it isn't. */
	truncated?: ApiError;
}

/** A response whose text has been read. */
export function readResponse(response: Omit<ApiResponse, 'json'>): ApiResponse {
	return { ...response, json: jsonOf(response.text) };
}

function jsonOf(text: string): IDataObject | undefined {
	try {
		const value: unknown = JSON.parse(text);
		// What nests too deep to be written again can't be stored by n8n either.
		JSON.stringify(value);
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Returns the envelope without `data` if that is an empty list, which n8n shows as missing data. */
export function withoutEmptyData({ data, ...envelope }: IDataObject): IDataObject {
	const isEmpty = data === undefined || (Array.isArray(data) && data.length === 0);
	return isEmpty ? envelope : { ...envelope, data };
}

/** What the envelope says. The document writes `Success` and `success`: case tells nothing. */
export function saysStatus({ json }: ApiResponse, status: 'error' | 'success'): boolean {
	return typeof json?.status === 'string' && json.status.toLowerCase() === status;
}

/** Characters. */
const longestExcerpt = 200;

/** The maximum number of characters of a text that its excerpt is taken from. */
const maxExcerptSource = longestExcerpt * 4;

/** Returns the response without its headers, and without the text that neither output nor errors need. */
export function compactResponse(response: ApiResponse): ApiResponse {
	const text = response.json === undefined ? response.text.slice(0, maxExcerptSource) : '';
	return { ...response, headers: {}, text };
}

/** The beginning of a text on one line, for an error. */
export function excerpt(text: string): string {
	const line = text.slice(0, maxExcerptSource).replace(/\s+/g, ' ').trim();
	if (line === '') return 'nothing';
	const characters = Array.from(line);
	if (characters.length <= longestExcerpt) return line;
	return `${characters.slice(0, longestExcerpt).join('')}…`;
}

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

/** An HTTP date: with a day's name, and in Greenwich time, which old forms take for granted. */
const httpDate = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d/i;

/**
 * The waiting time that a Retry-After header asks for, in milliseconds (RFC 9110, section 10.2.3):
 * seconds or an HTTP date. `undefined` where none can be understood, and where it is over already.
 *
 * @param date now, in milliseconds since the epoch
 */
export function retryAfterMilliseconds(header: unknown, date: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	let wait = 0;
	if (/^\d+(\.\d+)?$/.test(text)) wait = Number(text) * 1_000;
	if (httpDate.test(text)) {
		wait = Date.parse(/(gmt|utc)$/i.test(text) ? text : `${text} GMT`) - date;
	}
	return wait > 0 ? wait : undefined;
}
