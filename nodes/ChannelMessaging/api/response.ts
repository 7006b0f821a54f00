import type { IDataObject } from 'n8n-workflow';

import type { ApiResponse } from './call';
import { isRecord } from './record';

/** Deeper than any answer of the document, and far less deep than what n8n can't store any more. */
const deepestNesting = 100;

/** Bodies that were read already: an answer is looked at several times, and may be large. */
const bodies = new WeakMap<ApiResponse, { json: IDataObject | undefined }>();

/** The body of an answer as JSON, or `undefined` where it isn't a JSON object that can be handled. */
export function jsonBody(answer: ApiResponse): IDataObject | undefined {
	const known = bodies.get(answer);
	if (known !== undefined) return known.json;
	const json = parsed(answer.text);
	bodies.set(answer, { json });
	return json;
}

function parsed(text: string): IDataObject | undefined {
	if (isTooDeep(text)) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Whether JSON nests too deep: brackets are counted outside of its texts. Looks at every character
 * once, also where a text never ends: a regular expression could be made to look for hours.
 */
function isTooDeep(json: string): boolean {
	let depth = 0;
	let isInText = false;
	for (let index = 0; index < json.length; index += 1) {
		const character = json[index];
		if (character === '"') isInText = !isInText;
		else if (isInText && character === '\\') index += 1;
		else if (!isInText && (character === '[' || character === '{')) depth += 1;
		else if (!isInText && (character === ']' || character === '}')) depth -= 1;
		if (depth > deepestNesting) return true;
	}
	return false;
}

const longestExcerpt = 200;

/** The beginning of a body that isn't what the document shows, on one line, for an error. */
export function excerpt(answer: ApiResponse): string {
	const text = answer.text
		.slice(0, longestExcerpt * 4)
		.replace(/\s+/g, ' ')
		.trim();
	if (text === '') return 'nothing';
	const characters = Array.from(text);
	if (characters.length <= longestExcerpt) return text;
	return `${characters.slice(0, longestExcerpt).join('')}…`;
}
