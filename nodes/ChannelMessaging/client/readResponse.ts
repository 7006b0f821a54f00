import type { IDataObject } from 'n8n-workflow';

import { sharedTimeSlicer } from '../scheduling/timeSlicer';
import { ApiError } from './apiError';
import { type ExceededLimit, scanJson } from './scanJson';
import { isRecord } from './isRecord';
import { quoteLargeIds } from './quoteLargeIds';
import {
	mayContainToken,
	maxEscapedLength,
	redactCutToken,
	redactToken,
	redactTokenInJson,
} from './redactToken';
import { bodyLimits, type BodyLimits } from './responseLimits';
import { shortened } from '../texts/shortenedText';
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

type ReceivedBody = Pick<ApiResponse, 'bytes' | 'text' | 'truncated'>;

/**
 * Stops reading at the maximum size so that many concurrent responses fit into memory. Never
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
	// they arrive because decoding a large body in one step would block n8n.
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
	const { parts, exceeded } = await scanJson(text, limits, slice);
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
		const value: unknown = JSON.parse(quoteLargeIds(text));
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
	return line === '' ? 'nothing' : shortened(line, maxExcerptCharacters);
}
