import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { concatenatedOperands } from './expressions/concatenatedOperands';
import { ParameterError } from './parameterError';
import type { Evaluate, ParameterValue } from './parameterTypes';
import { quoted } from './quoted';
import { similarInputField } from './expressions/similarInputField';
import { withEscapes } from '../texts/escapedText';
import { unresolvedPlaceholder } from '../texts/unresolvedPlaceholder';
import { wrongEncoding } from '../texts/wrongEncoding';
import { functionText, isFunctionError } from './expressions/missingParentheses';
import {
	inputField,
	isComposed,
	isSingleExpression,
	templateExpressions,
	templatesIn,
} from './expressions/expressionSyntax';

export const sendDoubtfulTextOption: INodeProperties = {
	displayName: 'Send Doubtful Text',
	name: 'sendDoubtfulText',
	type: 'boolean',
	default: false,
	description:
		'Whether to send a message even if its text contains a probable mistake from an expression, such as [object Object], Invalid DateTime, or undefined',
};

export const saveDoubtfulTextOption: INodeProperties = {
	displayName: 'Save Doubtful Text',
	name: 'saveDoubtfulText',
	type: 'boolean',
	default: false,
	description:
		"Whether to save a value or tag even if an expression's result is probably a mistake, such as [object Object], Invalid DateTime, or undefined",
};

/** The option that allows mistakes, and the verb for what it permits. */
interface Permission {
	option: INodeProperties;
	verb: 'save' | 'send';
}

const permissionToSend: Permission = { option: sendDoubtfulTextOption, verb: 'send' };

const permissionToSave: Permission = { option: saveDoubtfulTextOption, verb: 'save' };

/**
 * Matches mistakes anywhere in a result: objects, functions, and invalid dates that were converted
 * to text; missing values that were added to a number, as in `10undefined`; characters from a wrong
 * encoding; and unresolved expressions and placeholders. Names and codes such as `dev0null` aren't
 * mistakes.
 */
const mistake = new RegExp(
	[
		String.raw`\[object [A-Z]\w*\]|\{ \[native code\] \}`,
		String.raw`(?<!\p{L})Invalid [Dd]ate(?:Time)?(?!\p{L})`,
		// The word comes first in this pattern, because a lookbehind at each digit would take quadratic
		// time.
		String.raw`(?:undefined|null|NaN)(?<=(?<![\p{L}\p{N}_])\d(?:[\d.,]*\d)?(?:undefined|null|NaN))(?![\p{L}\p{N}])`,
		String.raw`(?<![\p{L}\p{N}])(?:undefined|null|NaN)(?=\d(?:[\d.,]*\d)?(?![\p{L}\p{N}_]))`,
		...[wrongEncoding, unresolvedPlaceholder],
	].join('|'),
	'u',
);

/** Values that are a mistake only if the expression returned no other word. */
const missingValues: readonly string[] = ['undefined', 'null', 'NaN'];

/** The text forms of missing values and infinite numbers. */
const insertedMistakes: readonly string[] = [...missingValues, 'Infinity'];

/** A cheap check that runs before the expressions are evaluated. It can have false positives. */
const possibleMistake = new RegExp([mistake.source, ...insertedMistakes].join('|'), 'u');

/**
 * Finds a probable mistake in the result of an expression. Also finds expressions that read a field
 * that the item lacks although it has a field with a similar name. Text that the user typed never
 * counts as a mistake.
 *
 * @param input the input item
 */
export function doubtfulText(
	texts: readonly ParameterValue[],
	input: IDataObject,
): ParameterError | undefined {
	return doubtIn(texts, input, permissionToSend);
}

/** Throws if an expression's result in a text to save is probably a mistake. */
export function assertNotDoubtful(texts: readonly ParameterValue[], input: IDataObject): void {
	const doubt = doubtIn(texts, input, permissionToSave);
	if (doubt !== undefined) throw doubt;
}

/**
 * Throws if data to save contains a probable mistake.
 *
 * @param source `input` if the data was only read from an item. Such data can be a stranger's text
 * that merely mentions a mistake, so only texts that consist entirely of one count.
 */
export function assertDataNotDoubtful(
	{ value, label }: ParameterValue,
	source: 'expression' | 'input',
): void {
	const found = mistakeIn(() => value, { texts: textsIn, isStrangers: source === 'input' });
	if (found === undefined) return;
	throw new ParameterError(
		`${label} contains a probable mistake: ${shown(found)}`,
		`Check the data of the item. ${permit(permissionToSave)}`,
	);
}

function doubtIn(
	texts: readonly ParameterValue[],
	input: IDataObject,
	permission: Permission,
): ParameterError | undefined {
	for (const { value, raw, evaluate, label } of texts) {
		if (evaluate === undefined) continue;
		const isSuspicious = textsIn(value).some((text) => possibleMistake.test(text));
		for (const template of templatesIn(raw)) {
			const field = similarInputField(template, input);
			if (field !== undefined) {
				return new ParameterError(
					`${label} contains a probable mistake: the item has the field '${withEscapes(field.similar)}', but not '${field.read}'`,
					`Check the expression. ${permit(permission)}`,
				);
			}
			const isWhole = isSingleExpression(template);
			for (const expression of templateExpressions(template)) {
				// Evaluating expressions is slow, so skip those that can't reveal a mistake.
				if (!isSuspicious && (isWhole || !canBeOmittedNumber(expression, input))) continue;
				const found = mistakeIn(() => evaluate(expression), {
					texts: isWhole ? textsIn : joinedTexts,
					isStrangers: permission === permissionToSave && !isComposed({ raw: template }),
				});
				const source = found === undefined ? missingOperand(expression, evaluate) : expression;
				if (source === undefined) continue;
				return new ParameterError(
					`${label} contains a probable mistake: ${quoted(source)} returned ${shown(found ?? String(evaluate(source)))}`,
					`Check the expression and the data of the item. ${permit(permission)}`,
				);
			}
		}
	}
	return undefined;
}

/** n8n inserts an empty string for `NaN`, so the text doesn't show the mistake. */
function canBeOmittedNumber(expression: string, input: IDataObject): boolean {
	const field = inputField(expression);
	return field === undefined || Number.isNaN(input[field]);
}

interface Search {
	texts: (result: unknown) => string[];
	/** Whether to count only texts that consist entirely of a mistake. */
	isStrangers: boolean;
}

function mistakeIn(resultOf: () => unknown, { texts, isStrangers }: Search): string | undefined {
	try {
		const result = resultOf();
		if (isInfinite(result)) return String(result);
		for (const text of texts(result)) {
			if (isMissingValue(text)) return text.trim();
			const [found] = mistake.exec(text) ?? [];
			if (found === undefined || (isStrangers && found.trim() !== text.trim())) continue;
			return found.trim() || found;
		}
	} catch (error) {
		// Any other exception will be reported when the parameter is read.
		if (isFunctionError(error)) return functionText;
	}
	return undefined;
}

/**
 * Returns the first operand without a value in a concatenation, as in `{{ 'Total: ' + $json.total
 * }}`.
 */
function missingOperand(expression: string, evaluate: Evaluate): string | undefined {
	const operands = concatenatedOperands(expression);
	if (operands.length === 0) return undefined;
	const result = resultOf(expression, evaluate);
	if (typeof result !== 'string') return undefined;
	if (!insertedMistakes.some((text) => result.includes(text))) return undefined;
	return operands
		.map((operand) => `{{ ${operand} }}`)
		.find((operand) => {
			const value = resultOf(operand, evaluate, '');
			const text = String(value);
			return (isInfinite(value) || isMissingValue(text)) && result.includes(text.trim());
		});
}

/** A text `Infinity` doesn't count, because it can be a name. */
function isInfinite(result: unknown): boolean {
	if (Array.isArray(result)) return result.some(isInfinite);
	return result === Infinity || result === -Infinity;
}

function resultOf(expression: string, evaluate: Evaluate, ifInvalid?: string): unknown {
	try {
		return evaluate(expression);
	} catch {
		return ifInvalid;
	}
}

/**
 * Returns JSON text without the results that are allowed in it: `null` and values that the contact
 * already has.
 */
export function withoutAllowedResults(
	{ evaluate, ...json }: ParameterValue,
	kept: IDataObject = {},
): ParameterValue {
	const allowed = new Set<unknown>([null, 'null', ...Object.values(kept)]);
	const withoutAllowed = (expression: string) => {
		const result = evaluate?.(expression);
		return allowed.has(result) ? '' : result;
	};
	return { ...json, evaluate: evaluate && withoutAllowed };
}

/**
 * Whether a text consists only of missing values, punctuation, and currency signs, as in `undefined
 * undefined` and `NaN €`.
 */
function isMissingValue(text: string): boolean {
	let isMissing = false;
	for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
		if (!missingValues.includes(word)) return false;
		isMissing = true;
	}
	return isMissing;
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value === 'number') return Number.isFinite(value) ? [] : [String(value)];
	if (typeof value !== 'object' || value === null) return [];
	const isText = !Array.isArray(value) && value.toString !== Object.prototype.toString;
	return isText ? [String(value)] : Object.values(value).flatMap(textsIn);
}

/** Returns the texts that n8n would insert for a result. Missing values are omitted. */
function joinedTexts(result: unknown): string[] {
	if (Array.isArray(result)) return result.flatMap(joinedTexts);
	return result === undefined || result === null ? [] : [String(result)];
}

function permit({ option, verb }: Permission): string {
	return `To ${verb} the text anyway, turn on '${option.displayName}'.`;
}

/** Quotes the text. A single character, which can be invisible, is shown as its code point. */
function shown(found: string): string {
	if (found.length > 1) return quoted(found);
	const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	return `the character U+${code}, which appears in text that was read in the wrong encoding`;
}
