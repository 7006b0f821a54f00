import type { Given } from '../given';
import { ParameterError } from '../parameterError';
import { parsedJson } from './json';
import { kindOf, readFilledText, readText } from './text';

/** The texts of a list, or of text with commas in between: none of them empty, but maybe none at all. */
export function readTextList(given: Given): string[] {
	return entriesOf(given).map((value, index) =>
		readFilledText({ value, subject: `${given.subject}, entry ${String(index + 1)},` }),
	);
}

function entriesOf({ value, subject }: Given): unknown[] {
	if (Array.isArray(value)) return value;
	if (value === undefined || value === null) return [];
	if (typeof value === 'object') {
		throw new ParameterError(
			`${subject} is ${kindOf(value)}, but must be a list or text with commas`,
			'Check the expression of this parameter and the data of the item that it reads.',
		);
	}
	const text = readText({ value, subject }).trim();
	if (text === '') return [];
	if (text.startsWith('[') && text.endsWith(']')) return listInJson(text, subject);
	return text.split(',').map((piece) => piece.trim());
}

/** A list that came as text, as models give it: taken apart at its commas it would go out in pieces. */
function listInJson(text: string, subject: string): unknown[] {
	const list = parsedJson(text)?.value;
	if (Array.isArray(list)) return list;
	throw new ParameterError(
		`${subject} looks like a JSON list, but can't be read as one`,
		'Put each entry in double quotes, with commas in between, or give text with commas and no brackets.',
	);
}
