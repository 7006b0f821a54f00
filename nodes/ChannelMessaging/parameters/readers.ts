import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { isRecord } from '../client/model';
import {
	type HintedProperty,
	type ParameterValue,
	ParameterError,
	type Parameters,
	parametersIn,
} from './parameter';

export const checkExpression =
	'Check the expression of this parameter and the data of the item that it reads.';

/** The maximum length of a quoted value in an error message, in characters. */
const maxQuoteLength = 60;

/** Returns a value for error messages, truncated if it is too long. */
export function shortened(text: string): string {
	const characters = Array.from(text);
	if (characters.length <= maxQuoteLength) return text;
	return `${characters.slice(0, maxQuoteLength).join('')}…`;
}

/** Returns a value in quotes for error messages, truncated if it is too long. */
export function quoted(text: string): string {
	return `'${shortened(text)}'`;
}

/** Returns the type of a value for error messages, such as `a list` or `a number`. */
export function kindOf(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'empty';
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Returns a text or a number in quotes for error messages, or the type of another value. */
export function quotedOrKind(value: unknown): string {
	const isShown = typeof value === 'string' || typeof value === 'number';
	return isShown && value !== '' ? quoted(String(value)) : kindOf(value);
}

/**
 * Throws `ParameterError` if text contains `{{ $` but isn't an expression, because n8n wouldn't
 * resolve it. Accepts all results of expressions.
 */
export function requireResolved({ raw, label }: ParameterValue): void {
	if (typeof raw !== 'string' || raw.startsWith('=') || !/\{\{\s*\$/.test(raw)) return;
	throw new ParameterError(
		`${label} is fixed text, but contains an expression: ${quoted(raw)}`,
		`Switch ${label} to Expression.`,
	);
}

/**
 * Returns the value as text, or empty text if there is no value. Converts numbers and booleans,
 * which expressions often return. Throws `ParameterError` for other types, for numbers that are
 * inexact or not finite, and for text with unpaired surrogates.
 */
export function readText(parameterValue: ParameterValue): string {
	requireResolved(parameterValue);
	const { value, label } = parameterValue;
	if (value === undefined || value === null) return '';
	if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
		throw new ParameterError(
			`${label} is ${kindOf(value)}, but must be text`,
			`${checkExpression} To send a list or an object as text, use JSON.stringify() in the expression.`,
		);
	}
	if (typeof value === 'number' && !Number.isFinite(value)) {
		throw new ParameterError(
			`${label} is '${String(value)}', not a finite number`,
			checkExpression,
		);
	}
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new ParameterError(
			`${label} is '${String(value)}', which is too large to be an exact number`,
			'The last digits are already lost. Make the previous node return the number as text.',
		);
	}
	const text = String(value);
	if (/\p{Surrogate}/u.test(text)) {
		throw new ParameterError(
			`${label} contains an incomplete character`,
			'An emoji was probably cut in half when the text was shortened. Shorten the text at another position.',
		);
	}
	return text;
}

/**
 * Returns the value as text. Throws `ParameterError` if the text is blank, or if the type is
 * invalid.
 */
export function readFilledText(parameterValue: ParameterValue): string {
	const text = readText(parameterValue);
	if (text.trim() !== '') return text;
	throw new ParameterError(
		`${parameterValue.label} is empty`,
		'Enter a value, or check the expression and the data of the item that it reads.',
	);
}

/**
 * Returns the text of a label, with collapsed whitespace. Returns the default label if the text is
 * blank.
 */
export function readLabel(parameters: Parameters, field: INodeProperties): string {
	const text = readText(parameters.get(field)).replace(/\s+/g, ' ').trim();
	return text === '' ? String(field.default) : text;
}

/**
 * Returns the entries of a list, which can also be JSON or comma-separated text. The result may be
 * empty. Throws `ParameterError` if an entry is blank.
 */
export function readTextList(parameterValue: ParameterValue): string[] {
	return entriesOf(parameterValue).map((value, index) =>
		readFilledText({ value, label: `${parameterValue.label}, entry ${String(index + 1)},` }),
	);
}

function entriesOf(parameterValue: ParameterValue): unknown[] {
	const { value, label } = parameterValue;
	if (Array.isArray(value)) return value;
	if (isRecord(value)) {
		throw new ParameterError(
			`${label} is an object, but must be a list or comma-separated text`,
			checkExpression,
		);
	}
	const text = readText(parameterValue).trim();
	if (text === '') return [];
	const pieces = text.split(',').map((piece) => piece.trim());
	if (!/^\[.*\]$/s.test(text)) return pieces;
	// Parses JSON text before splitting at commas, because AI models often return lists as JSON text.
	const list = parsedJson(text)?.value;
	if (Array.isArray(list)) return list;
	if (pieces.every(isLiteral)) return pieces;
	throw new ParameterError(
		`${label} looks like a JSON list, but is not valid JSON`,
		'Put each entry in double quotes and separate entries with commas, or enter comma-separated text without brackets.',
	);
}

/**
 * Returns whether a piece of comma-separated text is an entry rather than a fragment of a JSON list.
 * Entries may be in brackets, such as `[VIP]`.
 */
function isLiteral(piece: string): boolean {
	return !piece.startsWith('[') || /^\[[^\][{}"']*\]$/.test(piece);
}

/**
 * Returns a boolean, or `false` if there is no value. Throws `ParameterError` for other types,
 * including ambiguous text such as `'false'`.
 */
export function readBoolean({ value, label }: ParameterValue): boolean {
	if (value === undefined || value === null) return false;
	if (typeof value === 'boolean') return value;
	throw new ParameterError(
		`${label} is ${quotedOrKind(value)}, neither true nor false`,
		'Turn it on or off, or make the expression return true or false without quotes.',
	);
}

/**
 * Returns a number, or `NaN` for invalid values. Parses text, because expressions often return
 * numbers as text.
 */
export function readNumber(value: unknown): number {
	if (typeof value === 'number') return value;
	return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}

interface ChoiceField<Value extends string> extends HintedProperty {
	type: 'options';
	default: Value;
	options: Array<INodePropertyOptions & { value: Value }>;
}

/** Returns a parameter unchanged. TypeScript infers the type of its values from its options. */
export function choiceField<const Value extends string>(
	field: ChoiceField<Value>,
): ChoiceField<Value> {
	return field;
}

/**
 * Returns the selected option. Returns the default if the workflow is older than the parameter.
 * Throws `ParameterError` for unknown values, such as `null` from an expression.
 */
export function readChoice<Value extends string>(
	parameters: Parameters,
	field: ChoiceField<Value>,
): Value {
	const { value, label } = parameters.get(field);
	const takesExpressions = field.noDataExpression !== true;
	if (value === undefined || (value === null && !takesExpressions)) return field.default;
	const chosen = field.options.find((option) => option.value === value);
	if (chosen !== undefined) return chosen.value;
	const values = field.options.map((option) => option.value);
	const either = `${values.slice(0, -1).join(', ')} or ${String(values.at(-1))}`;
	throw new ParameterError(
		`${label} is ${quotedOrKind(value)}, which is not one of its options`,
		takesExpressions
			? `Select an option from the list, or make the expression return ${either}.`
			: 'Open the node and select an option from the list.',
	);
}

/** Returns the parameters in a collection. Treats a missing collection as an empty collection. */
export function readCollection({ value, label, raw }: ParameterValue) {
	const values = value ?? {};
	if (isRecord(values)) return parametersIn(values, { raw });
	throw new ParameterError(
		`${label} is not a collection of options`,
		'Add the options one by one, and use expressions for their values only.',
	);
}

/** Returns the rows of a fixed collection. Doesn't check the number of rows. */
export function readRows(
	{ value, label, raw }: ParameterValue,
	{ name, displayName }: INodePropertyCollection,
): Parameters[] {
	const row = displayName.toLowerCase();
	const parameterValue = value ?? {};
	// n8n omits the key of a fixed collection that has no rows.
	const rows = isRecord(parameterValue) ? { [name]: [], ...parameterValue }[name] : undefined;
	if (!Array.isArray(rows) || !rows.every(isRecord)) {
		throw new ParameterError(
			`${label} is not a list of ${row} rows`,
			`Add each ${row} as a row of its own.`,
		);
	}
	const rawRows = isRecord(raw) ? raw[name] : undefined;
	return rows.map((values, index) =>
		parametersIn(values, {
			raw: Array.isArray(rawRows) ? rawRows[index] : undefined,
			place: ` of ${row} ${String(index + 1)} in ${label}`,
		}),
	);
}

/**
 * Parses JSON text. Returns an object with the parsed `value`, or `undefined` if the JSON is
 * invalid.
 */
export function parsedJson(text: string): { value: unknown } | undefined {
	try {
		return { value: JSON.parse(text) };
	} catch {
		return undefined;
	}
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/**
 * Returns the keys of the outermost object in valid JSON, including the duplicates that
 * `JSON.parse` drops.
 */
export function keysIn(json: string): string[] {
	const keys: string[] = [];
	let depth = 0;
	let text = '';
	for (const [token] of json.matchAll(tokens)) {
		if (token === '{' || token === '[') depth += 1;
		else if (token === '}' || token === ']') depth -= 1;
		else if (token !== ':') text = token;
		else if (depth === 1) keys.push(String(JSON.parse(text)));
	}
	return keys;
}
