import type { IDataObject } from 'n8n-workflow';

import { sharedTimeSlicer } from '../scheduling/timeSlicer';
import { ApiError } from './apiError';
import { type ExceededLimit, outlineOf } from './jsonOutline';
import { isRecord } from './model';
import { mayContainToken, redactToken, redactTokenInJson } from './redactToken';
import { bodyLimits, type BodyLimits, maxIdCharacters } from './responseLimits';
import { parseRetryAfterMs } from './retryAfter';
import { maxExcerptCharacters } from '../texts/textLimits';

export interface ApiResponse {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	/** The size of the decompressed body. */
	bytes: number;
	/** The beginning of the body, for error messages. Empty if the body is empty. */
	text: string;
	/** `undefined` if the response body isn't a JSON object. */
	json: IDataObject | undefined;
	/** Whether the response body is valid JSON, even if it isn't an object. */
	isJson: boolean;
	/** Set if no request was sent, because the message was already sent or may have been. */
	skipped?: true;
	/** The reason why the response body is incomplete, or too large to be parsed. */
	truncated?: ApiError;
}

/** Responses up to this size are parsed in one step, which takes less than a millisecond. */
const maxCharactersAtOnce = bodyLimits.envelope.maxBytes;

/** Matches numeric IDs that may exceed the largest safe integer in JavaScript. */
const largeId = new RegExp(`("id"\\s*:\\s*)(\\d{16,${String(maxIdCharacters)}})(?=\\s*[,}])`, 'g');

/** A response body as text. `truncated` is the reason why the text is incomplete. */
type ReceivedBody = Pick<ApiResponse, 'bytes' | 'text' | 'truncated'>;

/**
 * Reads a response body up to a maximum size, so that many concurrent responses fit into n8n's
 * memory.
 *
 * Never rejects. If the body is too large or can't be read, returns the text that was read so far,
 * with the error in `truncated`.
 *
 * @param beforeLarge awaited before decoding each chunk that makes the body larger than an envelope
 */
export async function readBody(
	stream: AsyncIterable<unknown> | Iterable<unknown>,
	{ maxBytes }: Pick<BodyLimits, 'maxBytes'>,
	failureOf: (error: unknown) => ApiError,
	beforeLarge: () => Promise<void> = async () => undefined,
): Promise<ReceivedBody> {
	// `TextDecoder` removes the byte order mark, which `JSON.parse` would reject. Each chunk is
	// decoded when it arrives, because decoding a large body in one step would block n8n.
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	try {
		for await (const chunk of stream) {
			const content = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
			bytes += content.length;
			if (bytes > maxBytes) {
				return { text, bytes, truncated: tooLarge({ limit: 'bytes', max: maxBytes }) };
			}
			if (bytes > maxCharactersAtOnce) await beforeLarge();
			text += decoder.decode(content, { stream: true });
		}
		return { text: text + decoder.decode(), bytes };
	} catch (error) {
		return { text, bytes, truncated: failureOf(error) };
	}
}

function tooLarge(exceeded: ExceededLimit): ApiError {
	return new ApiError({ reason: 'responseTooLarge', outcome: 'unknown', exceeded });
}

type Received = Omit<ApiResponse, 'isJson' | 'json'>;

/** Parses a small response, and redacts the token from its body. */
export function readResponse(response: Received, token = ''): ApiResponse {
	const { text } = response;
	const isComplete = response.truncated?.reason !== 'responseTooLarge';
	return withBody(response, token, isComplete ? parsed(text, token) : undefined);
}

/**
 * Like `readResponse`, but rejects a body with too many levels or values, and reads a large body in
 * time slices, so that it never blocks n8n for long.
 */
export async function readLargeResponse(
	response: Received,
	limits: BodyLimits,
	token: string,
): Promise<ApiResponse> {
	const { text, truncated } = response;
	const slice = sharedTimeSlicer.slice();
	const isLarge = text.length > maxCharactersAtOnce;
	if (isLarge) await slice.next();
	const { parts, exceeded } = await outlineOf(text, limits, slice);
	if (exceeded !== undefined) {
		return readResponse({ truncated: tooLarge(exceeded), ...response }, token);
	}
	if (isLarge) await slice.next();
	const [first] = parts;
	const last = parts.at(-1);
	if (truncated !== undefined || first === undefined || last === undefined) {
		return readResponse(response, token);
	}
	const body = parsed(`${text.slice(0, first.start)}${partsMark}${text.slice(last.end)}`, token);
	if (body === undefined || !isRecord(body.value) || !isMarked(body.value)) {
		return withBody(response, token, undefined);
	}
	const contacts: unknown[] = [];
	for (const { start, end } of parts) {
		await slice.next();
		const part = text.slice(start, end);
		const data = part.trim() === '' ? undefined : parsed(`{"data":[${part}]}`, token)?.value;
		if (!isRecord(data) || !Array.isArray(data.data)) return withBody(response, token, undefined);
		for (const contact of data.data) contacts.push(contact);
	}
	body.value.data = contacts;
	return withBody(response, token, body);
}

/** Placeholder for the contacts of a list whose parts are parsed separately. */
const partsMark = '"(parts)"';

/** Returns `false` if another `data` property in the JSON replaces the placeholder. */
function isMarked({ data }: IDataObject): boolean {
	return Array.isArray(data) && data.length === 1 && JSON.stringify(data[0]) === partsMark;
}

/** Returns `undefined` if the text isn't JSON. The token is redacted if the value is an object. */
function parsed(text: string, token: string): { value: unknown } | undefined {
	try {
		// Keeps large IDs as text. If they were parsed as numbers, they would be rounded to the IDs of
		// other contacts.
		const value: unknown = JSON.parse(text.replace(largeId, '$1"$2"'));
		if (isRecord(value) && mayContainToken(text, token)) redactTokenInJson(value, token);
		return { value };
	} catch {
		return undefined;
	}
}

function withBody(
	response: Received,
	token: string,
	body: { value: unknown } | undefined,
): ApiResponse {
	return {
		...response,
		text: beginningOf(response.text, token),
		isJson: body !== undefined,
		json: isRecord(body?.value) ? body.value : undefined,
	};
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

const maxExcerptSource = maxExcerptCharacters * 4;

/** The length of the longest escaped form of a character, such as `&#x00002d;`. */
const maxEscapedLength = 10;

/** Returns the beginning of a body for error messages, with the token redacted. */
function beginningOf(text: string, token: string): string {
	const source = text.trimStart().slice(0, maxExcerptSource + token.length * maxEscapedLength);
	// A copy, because a slice of a text keeps the whole text in memory.
	const copy = Buffer.from(source).toString();
	return redactToken(copy, token).slice(0, maxExcerptSource);
}

/** Removes the headers, and the text of a body that was parsed, to save memory. */
export function compactResponse(response: ApiResponse): ApiResponse {
	return { ...response, headers: {}, text: response.json === undefined ? response.text : '' };
}

export function excerpt(text: string): string {
	const line = text.slice(0, maxExcerptSource).replace(/\s+/g, ' ').trim();
	if (line === '') return 'nothing';
	const characters = Array.from(line);
	if (characters.length <= maxExcerptCharacters) return line;
	return `${characters.slice(0, maxExcerptCharacters).join('')}…`;
}

/** Section 7, Errors. Some proxies replace the status 429 with 200. */
const tooManyRequests = /^too many requests\b/i;

const wrongFileMessage = 'Sorry, Url provided is not an image/audio/video file';

/**
 * Accepts any 2xx status, because the status of some successful responses isn't documented (section
 * 4, Endpoints). Treats a 2xx response as an error if its body is too large or isn't JSON, such as a
 * web page, because another server may have sent it. An empty response body is a success.
 *
 * @param now the reference time for `Retry-After` dates if the response has no `Date` header
 */
export function errorOf(response: ApiResponse, now = Date.now()): ApiError | undefined {
	const { isJson, text, status, truncated } = response;
	const isDone = status >= 200 && status < 300 && !saysStatus(response, 'error');
	if (!isDone) return toApiError(response, now);
	if (truncated?.reason === 'responseTooLarge') return truncated.with({ status });
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
	if (status >= 300 && status < 400) return new ApiError({ ...notDone, reason: 'redirected' });
	// Without a valid HTTP status, the service may have processed the request.
	const outcome = status >= 200 ? 'notDone' : 'unknown';
	return new ApiError({ ...serviceMessage, reason: 'rejected', outcome });
}

/** Prefers the `Date` header, because the clocks of the service and of n8n can differ. */
function retryAfterOf(headers: ApiResponse['headers'], now: number): number | undefined {
	const sentAt = typeof headers.date === 'string' ? Date.parse(headers.date) : NaN;
	return parseRetryAfterMs(headers['retry-after'], sentAt || now);
}
