import type { IDataObject } from 'n8n-workflow';

import { apiErrorText } from './errorMessages/apiErrorText';
import { excerpt } from './excerpt';
import type { ApiResponse } from './apiResponse';

/** A 2xx response, which proves that the request was processed. */
export interface DoneResponse extends ApiResponse {
	/**
	 * The content of the body, or `undefined` if the body is incomplete or differs from the
	 * documentation.
	 */
	documented: IDataObject | undefined;
	/** The documented property to look for in the body. */
	missing: 'id' | 'success';
}

/** @param done a sentence without a period */
export function responseWarning(response: DoneResponse, done: string): IDataObject {
	const { status, json, text } = response;
	return {
		warning: `${done}. The service returned the status ${String(status)}, but with an unexpected response: ${difference(response)}.`,
		answer: json ?? excerpt(text),
	};
}

function difference({ truncated, json, text, missing }: DoneResponse): string {
	if (truncated !== undefined) return `it is incomplete (${apiErrorText(truncated).title})`;
	if (json === undefined) return text === '' ? 'it is empty' : 'it is not a JSON object';
	return missing === 'id' ? "it has no 'id'" : "its 'status' is not Success";
}
