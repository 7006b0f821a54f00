import type { IDataObject } from 'n8n-workflow';

import { sharedTimeSlicer } from '../scheduling/timeSlicer';
import { ApiError } from './apiError';
import { type ExceededLimit, outlineOf } from './jsonOutline';
import { isRecord } from './model';
import {
	mayContainToken,
	maxEscapedLength,
	redactCutToken,
	redactToken,
	redactTokenInJson,
} from './redactToken';
import { bodyLimits, type BodyLimits, maxIdCharacters } from './responseLimits';
import { parseRetryAfterMs } from './retryAfter';
import { maxExcerptCharacters } from '../texts/textLimits';

export interface ApiResponse {
	status: number;
	headers: Readonly<Record<string, unknown>>;
	/** Measured after decompression. */
	bytes: number;
	/** The start of the body, for use in error messages. */
	text: string;
	/** `undefined` unless the body is a JSON object. */
	json: IDataObject | undefined;
	/** Whether the body is valid JSON, even if it isn't an object. */
	isJson: boolean;
	/** Set if no request was sent because the message was, or may have been, sent before. */
	skipped?: true;
	/** Why the body is incomplete or can't be parsed. */
	truncated?: ApiError;
}

/** Parsing this many characters takes less than a millisecond. */
const maxCharactersAtOnce = bodyLimits.envelope.maxBytes;

/** Matches IDs that may exceed `Number.MAX_SAFE_INTEGER`. */
const largeId = new RegExp(`("id"\\s*:\\s*)(\\d{16,${String(maxIdCharacters)}})(?=\\s*[,}])`, 'g');

type ReceivedBody = Pick<ApiResponse, 'bytes' | 'text' | 'truncated'>;

/**
 * Stops reading at the maximum size, so that many concurrent responses fit into memory. Never
 * rejects. If reading fails, the error is in `truncated`.
 *
 * @param beforeLarge awaited before each chunk that makes the body larger than an envelope
 */
export async function readBody(
	stream: AsyncIterable<unknown> | Iterable<unknown>,
	{ maxBytes }: Pick<BodyLimits, 'maxBytes'>,
	failureOf: (error: unknown) => ApiError,
	beforeLarge: () => Promise<void> = async () => undefined,
): Promise<ReceivedBody> {
	// `TextDecoder` drops the byte order mark, which `JSON.parse` would reject. Chunks are decoded as
	// they arrive, because decoding a large body in one step would block n8n.
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

/** Parses a small response in one step. */
export function readResponse(response: Received, token = ''): ApiResponse {
	const { text } = response;
	const isComplete = response.truncated?.reason !== 'responseTooLarge';
	return withBody(response, token, isComplete ? parsed(text, token) : undefined);
}

/** Parses large bodies in time slices. Doesn't parse a body that has too many levels or values. */
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

/** Placeholder for contacts that are parsed separately. */
const partsMark = '"(parts)"';

/**
 * Returns `false` if the JSON contains a second `data` property, which replaced the placeholder.
 */
function isMarked({ data }: IDataObject): boolean {
	return Array.isArray(data) && data.length === 1 && JSON.stringify(data[0]) === partsMark;
}

/** Returns `undefined` if the text isn't JSON. Redacts the token in objects. */
function parsed(text: string, token: string): { value: unknown } | undefined {
	try {
		// Large IDs are parsed as strings, because a number could be rounded to the ID of another
		// contact.
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
		text: beginningOf(response, token),
		isJson: body !== undefined,
		json: isRecord(body?.value) ? body.value : undefined,
	};
}

/** Removes an empty `data` property because n8n would show an empty list as missing data. */
export function withoutEmptyData({ data, ...envelope }: IDataObject): IDataObject {
	const isEmpty = data === undefined || (Array.isArray(data) && data.length === 0);
	return isEmpty ? envelope : { ...envelope, data };
}

/** Ignores case because the service returns both `Success` and `success`. */
export function saysStatus({ json }: ApiResponse, status: 'error' | 'success'): boolean {
	return typeof json?.status === 'string' && json.status.toLowerCase() === status;
}

const maxExcerptSource = maxExcerptCharacters * 4;

/** Returns the start of a body for error messages, with the token redacted. */
function beginningOf({ text, truncated }: Received, token: string): string {
	const body = text.trimStart();
	const source = body.slice(0, maxExcerptSource + token.length * maxEscapedLength);
	// A slice would keep the whole original string in memory.
	const copy = Buffer.from(source).toString();
	const isCut = truncated !== undefined || source.length < body.length;
	const redacted = isCut ? redactCutToken(copy, token) : redactToken(copy, token);
	return redacted.slice(0, maxExcerptSource);
}

/** Drops the headers, and the text if the body was parsed, to save memory. */
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

/**
 * Matches the message of a 429 response (section 7, Errors). Some proxies change its status to 200.
 */
const tooManyRequests = /^too many requests\b/i;

/**
 * With these statuses, a server asks for the same request at another address, so it didn't process
 * the request. With others, such as 302 and 303, servers also respond to processed requests.
 */
const movedStatuses: ReadonlySet<number> = new Set([301, 307, 308]);

const wrongFileMessage = 'Sorry, Url provided is not an image/audio/video file';

/**
 * Any 2xx status counts as success, even with an empty body, because some statuses aren't
 * documented (section 4, Endpoints). However, a 2xx body that isn't JSON or is too large probably
 * comes from another server, for example as an HTML page.
 *
 * @param now the reference time for a `Retry-After` date if the response has no `Date` header
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

/** See section 7 (Errors). */
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
