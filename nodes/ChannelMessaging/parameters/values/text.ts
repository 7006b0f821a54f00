import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../../api/record';
import { type Given, ParameterError, type Parameters } from '../parameter';
import { parsedJson } from './json';

/** Advice where a value is not of the kind that is needed. */
export const checkExpression =
	'Check the expression of this parameter and the data of the item that it reads.';

/** Characters of a value that a message repeats at most. */
const longestQuote = 60;

/** A value in quotes, as a message repeats it. */
export function quoted(text: string): string {
	const characters = Array.from(text);
	if (characters.length <= longestQuote) return `'${text}'`;
	return `'${characters.slice(0, longestQuote).join('')}…'`;
}

/** How a value that isn't text is called in a message to the user. */
export function kindOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/**
 * Throws a `ParameterError` if fixed text contains an expression, which n8n would not resolve. The
 * results of expressions may contain anything.
 */
export function requireResolved({ raw, subject }: Given): void {
	if (typeof raw !== 'string' || raw.startsWith('=') || !/\{\{\s*\$/.test(raw)) return;
	throw new ParameterError(
		`${subject} is fixed text, but contains an expression: ${quoted(raw)}`,
		`Switch ${subject} to Expression.`,
	);
}

/** Expressions often give numbers and booleans, which become text; no value becomes empty text. */
export function readText(given: Given): string {
	requireResolved(given);
	const { value, subject } = given;
	if (value === undefined || value === null) return '';
	if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
		throw new ParameterError(
			`${subject} is ${kindOf(value)}, but must be text`,
			`${checkExpression} To send a list or an object as text, use JSON.stringify() in the expression.`,
		);
	}
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new ParameterError(`${subject} is not a number that can be sent`, checkExpression);
	}
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new ParameterError(
			`${subject} is too large a number to be exact`,
			'Its last digits are already lost. Have the earlier node give it as text.',
		);
	}
	const text = String(value);
	if (/\p{Surrogate}/u.test(text)) {
		throw new ParameterError(
			`${subject} contains half a character, which can't be sent`,
			'Shortening the text probably cut an emoji in two. Shorten it elsewhere.',
		);
	}
	return text;
}

/** Like `readText`, for parameters that must not be empty. */
export function readFilledText(given: Given): string {
	const text = readText(given);
	if (text.trim() !== '') return text;
	throw new ParameterError(
		`${given.subject} is empty`,
		'Enter a value, or check the expression and the data of the item that it reads.',
	);
}

/** A short text in one line; the parameter's default where it is empty. */
export function readLabel(parameters: Parameters, field: INodeProperties): string {
	const text = readText(parameters.given(field)).replace(/\s+/g, ' ').trim();
	return text === '' ? String(field.default) : text;
}

/** The texts of a list, or of text with commas in between: none of them empty, but maybe none at all. */
export function readTextList(given: Given): string[] {
	return entriesOf(given).map((value, index) =>
		readFilledText({ value, subject: `${given.subject}, entry ${String(index + 1)},` }),
	);
}

function entriesOf(given: Given): unknown[] {
	const { value, subject } = given;
	if (Array.isArray(value)) return value;
	if (isRecord(value)) {
		throw new ParameterError(
			`${subject} is an object, but must be a list or text with commas`,
			checkExpression,
		);
	}
	const text = readText(given).trim();
	if (text === '') return [];
	const pieces = text.split(',').map((piece) => piece.trim());
	if (!/^\[.*\]$/s.test(text)) return pieces;
	// Models give a list as JSON text. Split at its commas, it would be sent in pieces.
	const list = parsedJson(text)?.value;
	if (Array.isArray(list)) return list;
	if (pieces.every(isLiteral)) return pieces;
	throw new ParameterError(
		`${subject} looks like a JSON list, but can't be read as one`,
		'Put each entry in double quotes, with commas in between, or give text with commas and no brackets.',
	);
}

/** Whether text that may begin with a bracket, such as `[VIP]`, isn't a fragment of a JSON list. */
function isLiteral(piece: string): boolean {
	return !piece.startsWith('[') || /^\[[^\][{}"']*\]$/.test(piece);
}
