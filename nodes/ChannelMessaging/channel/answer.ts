import type { IDataObject } from 'n8n-workflow';

import type { RawAnswer } from './call';
import { isRecord } from './record';

/** The body of an answer as JSON, or `undefined` where it isn't a JSON object. */
export function jsonBody(answer: RawAnswer): IDataObject | undefined {
	try {
		const value: unknown = JSON.parse(answer.text);
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

const longestExcerpt = 200;

/** The beginning of a body that isn't what the document shows, on one line, for an error. */
export function excerpt(answer: RawAnswer): string {
	const text = answer.text
		.slice(0, longestExcerpt * 4)
		.replace(/\s+/g, ' ')
		.trim();
	if (text === '') return 'nothing';
	const characters = Array.from(text);
	if (characters.length <= longestExcerpt) return text;
	return `${characters.slice(0, longestExcerpt).join('')}…`;
}
