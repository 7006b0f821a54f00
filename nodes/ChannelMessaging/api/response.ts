import type { IDataObject } from 'n8n-workflow';

import type { ApiError } from './apiError';
import { isRecord } from './record';

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
