import type { IDataObject } from 'n8n-workflow';

import { ApiError } from './apiError';
import { isRecord } from './model';
import { mayContainToken, redactToken, redactTokenInJson } from './redactToken';
import { parseRetryAfterMs } from './retryAfter';

export interface ApiResponse {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	text: string;
	/** `undefined` if the response body isn't a JSON object. */
	json: IDataObject | undefined;
	/** Whether the response body is valid JSON, even if it isn't an object. */
	isJson: boolean;
	/** The request was skipped, because the message was already sent. */
	skipped?: true;
	/** The reason why the response body is incomplete. */
	truncated?: ApiError;
}

/** Matches numeric IDs that may exceed the largest safe integer in JavaScript. */
const largeId = /("id"\s*:\s*)(\d{16,})(?=\s*[,}])/g;

/** Maximum size of a decompressed response body. A page of 2,000 contacts fits. */
const megabytes = 4;

/**
 * Limits the size of a response body, so that many concurrent responses fit into n8n's memory.
 *
 * Never rejects. If the body is too large or can't be read, returns the text that was read so far,
 * with the error in `truncated`.
 */
export async function readBody(
	stream: AsyncIterable<unknown> | Iterable<unknown>,
	failureOf: (error: unknown) => ApiError,
): Promise<Pick<ApiResponse, 'text' | 'truncated'>> {
	const chunks: Buffer[] = [];
	// `TextDecoder` removes the byte order mark, which `JSON.parse` would reject.
	const textSoFar = () => new TextDecoder().decode(Buffer.concat(chunks));
	let size = 0;
	try {
		for await (const chunk of stream) {
			const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
			size += bytes.length;
			if (size > megabytes * 1024 * 1024) {
				const tooLarge = { reason: 'responseTooLarge', outcome: 'unknown', megabytes } as const;
				return { text: textSoFar(), truncated: new ApiError(tooLarge) };
			}
			chunks.push(bytes);
		}
		return { text: textSoFar() };
	} catch (error) {
		return { text: textSoFar(), truncated: failureOf(error) };
	}
}

/** Parses a response and redacts the token from its body. */
export function readResponse(
	response: Omit<ApiResponse, 'json' | 'isJson'>,
	token = '',
): ApiResponse {
	const redacted = { ...response, text: redactToken(response.text, token) };
	let isJson = false;
	try {
		// Keeps large IDs as text. If they were parsed as numbers, they would be rounded to the IDs of
		// other contacts.
		const value: unknown = JSON.parse(response.text.replace(largeId, '$1"$2"'));
		isJson = true;
		// `JSON.stringify` throws an error for deeply nested JSON, which n8n can't store.
		JSON.stringify(value);
		if (!isRecord(value)) return { ...redacted, isJson, json: undefined };
		if (mayContainToken(response.text, token)) redactTokenInJson(value, token);
		return { ...redacted, isJson, json: value };
	} catch {
		return { ...redacted, isJson, json: undefined };
	}
}

/**
 * Removes `data` if it is an empty list, because n8n would display an empty list as missing data.
 */
export function withoutEmptyData({ data, ...envelope }: IDataObject): IDataObject {
	const isEmpty = data === undefined || (Array.isArray(data) && data.length === 0);
	return isEmpty ? envelope : { ...envelope, data };
}

/** The comparison is case-insensitive, because the service returns both `Success` and `success`. */
export function saysStatus({ json }: ApiResponse, status: 'error' | 'success'): boolean {
	return typeof json?.status === 'string' && json.status.toLowerCase() === status;
}

const maxExcerptLength = 200;

const maxExcerptSource = maxExcerptLength * 4;

/** Removes the headers and the unused text of a response to save memory. */
export function compactResponse(response: ApiResponse): ApiResponse {
	const text = response.json === undefined ? response.text.slice(0, maxExcerptSource) : '';
	return { ...response, headers: {}, text };
}

export function excerpt(text: string): string {
	const line = text.slice(0, maxExcerptSource).replace(/\s+/g, ' ').trim();
	if (line === '') return 'nothing';
	const characters = Array.from(line);
	if (characters.length <= maxExcerptLength) return line;
	return `${characters.slice(0, maxExcerptLength).join('')}…`;
}

const wrongFileMessage = 'Sorry, Url provided is not an image/audio/video file';

/**
 * Accepts any 2xx status, because the status of some successful responses isn't documented (section
 * 4, Endpoints). Treats a 2xx response as an error if its body isn't JSON, such as a web page,
 * because another server may have sent it. An empty response body is a success.
 *
 * @param now the reference time for `Retry-After` dates if the response has no `Date` header
 */
export function errorOf(response: ApiResponse, now = Date.now()): ApiError | undefined {
	const { isJson, text, status, truncated } = response;
	const isDone = status >= 200 && status < 300 && !saysStatus(response, 'error');
	if (!isDone) return toApiError(response, now);
	if (isJson || truncated !== undefined || text.trim() === '') return undefined;
	const details = { status, expected: 'json', excerpt: excerpt(text) } as const;
	return new ApiError({ reason: 'unreadable', outcome: 'unknown', ...details });
}

/** Section 7, Errors. */
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
	if (status === 429) {
		// Prefers the `Date` header, because the clocks of the service and of n8n can differ.
		const sentAt = typeof headers.date === 'string' ? Date.parse(headers.date) : NaN;
		const retryAfterMs = parseRetryAfterMs(headers['retry-after'], sentAt || now);
		return new ApiError({ ...notDone, reason: 'rateLimited', waitedMs: 0, retryAfterMs });
	}
	if (status >= 500)
		return new ApiError({ ...serviceMessage, reason: 'serverFault', outcome: 'unknown' });
	if (status >= 300 && status < 400) return new ApiError({ ...notDone, reason: 'redirected' });
	// Without a valid HTTP status, the service may have processed the request.
	const outcome = status >= 200 ? 'notDone' : 'unknown';
	return new ApiError({ ...serviceMessage, reason: 'rejected', outcome });
}
