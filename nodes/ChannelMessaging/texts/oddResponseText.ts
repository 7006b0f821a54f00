import type { IDataObject } from 'n8n-workflow';

import type { DoneResponse } from '../api/channel';
import { excerpt } from '../api/response';
import { apiErrorText } from './apiErrorText';

/**
 * The output for what was done, with a warning where the response isn't what the document shows.
 *
 * @param done what is certain all the same, as a sentence without its end
 */
export function describeResponse(response: DoneResponse, done: string): IDataObject {
	const { usual, truncated, status, json, text } = response;
	if (usual !== undefined && truncated === undefined) return usual;
	return {
		warning: `${done}. The service answered ${String(status)}, but with an unusual response: ${oddityOf(response)}.`,
		answer: json ?? excerpt(text),
	};
}

function oddityOf({ truncated, json, text, lacks }: DoneResponse): string {
	if (truncated !== undefined) return `it broke off (${apiErrorText(truncated).title})`;
	if (json === undefined) return text === '' ? 'it is empty' : 'it is not a JSON object';
	return lacks === 'id' ? "it has no 'id'" : "its 'status' is not Success";
}
