import { hasMissingPart, isPlaceholder } from '../phoneNumbers/placeholders';
import { visibleText } from '../texts/visibleText';
import { ParameterError } from './parameterError';
import type { ParameterValue } from './parameterTypes';
import { quoted } from './quoted';
import { isComposed, templateParts } from './templates';

/**
 * Throws if an expression within a longer text returns nothing, as in `C-{{ $json.number }}`.
 * Otherwise, different people would become one contact or share a key.
 */
export function assertComplete(parameter: ParameterValue): void {
	const missing = templateParts(parameter).find(
		({ result }) => result === undefined || result === null || isPlaceholder(String(result)),
	);
	if (missing === undefined) return;
	const { expression, result } = missing;
	const isShown =
		result !== undefined && result !== null && visibleText(String(result)).trim() !== '';
	throw new ParameterError(
		`${parameter.label} lacks a part: ${quoted(expression)} returned ${isShown ? quoted(String(result)) : 'nothing'}`,
		"Check the field's name and the data of the item. If the part may be empty, write the whole text as one expression, such as {{ 'C-' + ($json.number ?? '') }}.",
	);
}

/**
 * Throws if the text is a placeholder such as `undefined` or `#####`, or contains one, as in
 * `C-undefined`.
 *
 * @param value the identifying text, possibly only a part of the parameter
 * @param isPutTogether whether an expression combined several values
 */
export function assertNoPlaceholder(
	parameter: ParameterValue,
	value: string,
	isPutTogether = isComposed(parameter),
): void {
	const { label } = parameter;
	if (isPlaceholder(value)) {
		throw new ParameterError(
			`${label} is ${quoted(value)}, which stands for a missing value`,
			'Correct the value, or leave out the item with an If or Filter node.',
		);
	}
	if (hasMissingPart(value, isPutTogether)) {
		throw new ParameterError(
			`${label} is ${quoted(value)}, in which a part is missing`,
			"Check the expression, the field's name, and the data of the item.",
		);
	}
}
