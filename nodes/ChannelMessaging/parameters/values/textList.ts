import { isRecord } from '../../api/record';
import { type Given, ParameterError } from '../parameter';
import { parsedJson } from './json';
import { checkExpression, readFilledText, readText } from './text';

/** The texts of a list, or of text with commas in between: none of them empty, but maybe none at all. */
export function readTextList(given: Given): string[] {
	return entriesOf(given).map((value, index) =>
		readFilledText({ value, subject: `${given.subject}, entry ${String(index + 1)},` }),
	);
}

function entriesOf({ value, subject }: Given): unknown[] {
	if (Array.isArray(value)) return value;
	if (isRecord(value)) {
		throw new ParameterError(
			`${subject} is an object, but must be a list or text with commas`,
			checkExpression,
		);
	}
	const text = readText({ value, subject }).trim();
	if (text === '') return [];
	if (!/^\[.*\]$/s.test(text)) return text.split(',').map((piece) => piece.trim());
	// Models give a list as JSON text: taken apart at its commas it would go out in pieces.
	const list = parsedJson(text)?.value;
	if (Array.isArray(list)) return list;
	throw new ParameterError(
		`${subject} looks like a JSON list, but can't be read as one`,
		'Put each entry in double quotes, with commas in between, or give text with commas and no brackets.',
	);
}
