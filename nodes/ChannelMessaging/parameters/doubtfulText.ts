import type { INodeProperties } from 'n8n-workflow';

import { ParameterError } from './parameterError';
import type { ParameterValue } from './parameterTypes';
import { quoted } from './quoted';
import { isSingleExpression, templateExpressions, templatesIn } from './templates';

export const sendDoubtfulTextOption: INodeProperties = {
	displayName: 'Send Doubtful Text',
	name: 'sendDoubtfulText',
	type: 'boolean',
	default: false,
	description:
		'Whether to send a text in which an expression returned a probable mistake, such as [object Object], Invalid DateTime, or undefined',
};

/**
 * Matches text that is a mistake anywhere in an expression's result: an object or an invalid date
 * converted to text, a sign of the wrong encoding (U+FFFD and C1 control characters), or an
 * expression or placeholder that was never resolved.
 */
const mistake =
	/\[object [A-Z]\w*\]|(?<!\p{L})Invalid Date(?:Time)?(?!\p{L})|[\u0080-\u009f\ufffd]|\{\{[^{}]*\}\}|\{\{\s*\$/u;

/** Matches a missing value, which is a mistake if an expression's result contains nothing else. */
const missingValue = /^\s*(?:undefined|null|NaN|-?Infinity)\s*$/;

/** Pre-filter that matches all text with a mistake, and some text without one. */
const possibleMistake = new RegExp(`${mistake.source}|undefined|null|NaN|Infinity`, 'u');

/** Matches an expression that can return `NaN`, which n8n inserts into text as an empty string. */
const calculation = /[-*/%]|Number|Math|parse/;

/**
 * Returns an error if a message text contains a probable mistake that an expression returned (M13).
 * Fixed text is never a mistake.
 *
 * @param texts parameters that contain text, a list, or rows
 */
export function doubtfulText(texts: readonly ParameterValue[]): ParameterError | undefined {
	for (const { value, raw, evaluate, label } of texts) {
		if (evaluate === undefined) continue;
		const isSuspicious = textsIn(value).some((text) => possibleMistake.test(text));
		for (const template of templatesIn(raw)) {
			for (const expression of templateExpressions(template)) {
				// Skips the repeated evaluation of expressions that can't have returned a mistake.
				if (!isSuspicious && !calculation.test(expression)) continue;
				const found = mistakeIn(() => {
					const result = evaluate(expression);
					return isSingleExpression(template) ? textsIn(result) : joinedTexts(result);
				});
				if (found !== undefined) return errorFor(label, expression, found);
			}
		}
	}
	return undefined;
}

function mistakeIn(resultOf: () => string[]): string | undefined {
	try {
		for (const text of resultOf()) {
			const found = missingValue.exec(text) ?? mistake.exec(text);
			if (found !== null) return found[0].trim() || found[0];
		}
	} catch {
		// Reading the parameter already reports an expression that throws an error.
	}
	return undefined;
}

/** Returns all texts in a value, which can be a list or rows. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value === 'number') return Number.isFinite(value) ? [] : [String(value)];
	if (typeof value !== 'object' || value === null) return [];
	const isText = !Array.isArray(value) && value.toString !== Object.prototype.toString;
	return isText ? [String(value)] : Object.values(value).flatMap(textsIn);
}

/** Returns an expression's result as n8n inserts it into other text. Missing values add nothing. */
function joinedTexts(result: unknown): string[] {
	if (Array.isArray(result)) return result.flatMap(joinedTexts);
	return result === undefined || result === null ? [] : [String(result)];
}

function errorFor(label: string, expression: string, found: string): ParameterError {
	return new ParameterError(
		`${label} contains a probable mistake: ${quoted(expression)} returned ${shown(found)}`,
		`Check the expression and the data of the item. To send such texts, turn on '${sendDoubtfulTextOption.displayName}'.`,
	);
}

/** Shows a single invalid character by its code point, because control characters are invisible. */
function shown(found: string): string {
	if (found.length > 1) return quoted(found);
	const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	return `the character U+${code}, which text has if it was read in the wrong encoding`;
}
