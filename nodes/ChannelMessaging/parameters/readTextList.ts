import { isRecord } from '../client/isRecord';
import { isBlank } from '../texts/visibleText';
import { assertListStructure, isJsonTemplate } from './expressions/expressionInjection';
import { isDate } from './dateObject';
import { parsedJson } from './parsedJson';
import { checkExpression, ParameterError } from './parameterError';
import type { ParameterValue } from './parameterTypes';
import { readFilledText, readText } from './readText';
import { fixedText } from './expressions/expressionSyntax';

/** The limit for the number of entries. Reading longer lists would block n8n. */
const maxEntries = 10_000;

/** The limit for a list that is entered as text. */
const maxCharacters = 100_000;

/**
 * Accepts an array, a JSON list, or comma-separated text. The list may be empty, but empty entries
 * are errors.
 */
export function readTextList(list: ParameterValue): string[] {
	const entries = entriesOf(list);
	if (entries.length > maxEntries) throw tooLong(list, maxEntries, 'entries');
	return entries.map((value, index) =>
		readFilledText({ value, label: `${list.label}, entry ${String(index + 1)},` }),
	);
}

function entriesOf(list: ParameterValue): unknown[] {
	const { value, label, raw } = list;
	if (Array.isArray(value)) return value;
	if (isRecord(value) && !isDate(value)) {
		throw new ParameterError(
			`${label} is an object, but must be a list or comma-separated text`,
			checkExpression,
		);
	}
	const text = readText(list).trim();
	if (isBlank(text)) return [];
	if (text.length > maxCharacters) throw tooLong(list, maxCharacters, 'characters');
	assertListStructure(list);
	const pieces = text
		.replace(/,$/, '')
		.split(',')
		.map((piece) => piece.trim());
	const isJson = fixedText(raw) === undefined || isJsonTemplate(list);
	if (!isJson || !/^\[.*\]$/s.test(text)) return pieces;
	// Models often write lists as JSON.
	const parsed = parsedJson(text)?.value;
	if (Array.isArray(parsed)) return parsed;
	if (pieces.every(isLiteral)) return pieces;
	throw new ParameterError(
		`${label} looks like a JSON list, but is not valid JSON`,
		'Put each entry in double quotes and separate entries with commas, or enter comma-separated text without brackets.',
	);
}

/**
 * Returns whether an entry can be plain text. An entry may be a single text in brackets, such as
 * `[VIP]`. Any other text in brackets is treated as JSON.
 */
function isLiteral(piece: string): boolean {
	return !piece.startsWith('[') || /^\[[^\][{}"']*\]$/.test(piece);
}

function tooLong({ label }: ParameterValue, max: number, units: string): ParameterError {
	return new ParameterError(
		`${label} is a list of more than ${max.toLocaleString('en-US')} ${units}`,
		'Split it across several items.',
	);
}
