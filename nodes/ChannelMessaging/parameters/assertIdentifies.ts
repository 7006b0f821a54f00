import { hasMissingPart, isPlaceholder, startsWithMissingPart } from '../texts/missingValueText';
import { isBlank } from '../texts/visibleText';
import { omitsField } from './omittedField';
import { ParameterError } from './parameterError';
import type { ParameterValue } from './parameterTypes';
import { quoted } from './quoted';
import { isComposed, isSingleExpression, templateParts } from './templates';

/** Examining longer text would block n8n. Contact values become part of URLs, which are shorter. */
const maxCharacters = 10_000;

/**
 * Throws if the text is too long to identify a contact or a message.
 *
 * @param text the value of the parameter as text
 */
export function assertIdentifyingLength({ label }: ParameterValue, text: string): void {
	if (text.length <= maxCharacters) return;
	throw new ParameterError(
		`${label} has more than ${maxCharacters.toLocaleString('en-US')} characters: ${quoted(text)}`,
		'Check the expression and the data of the item. Only a short value can identify something.',
	);
}

/**
 * Throws if an expression within a longer text returns nothing, as in `C-{{ $json.number }}`, or
 * combines a missing value with others, as in `C-{{ $json.number + $json.state }}`. Otherwise,
 * different people would become one contact or share a key.
 */
export function assertComplete(parameter: ParameterValue): void {
	if (typeof parameter.value === 'boolean') {
		throw new ParameterError(
			`${parameter.label} is ${String(parameter.value)}, which is the result of a condition`,
			'Change the expression so that it returns the value itself.',
		);
	}
	const missing = templateParts(parameter).find(
		({ expression, result }) =>
			result === undefined ||
			result === null ||
			isPlaceholder(String(result)) ||
			(isComposed({ raw: `=${expression}` }) && startsWithMissingPart(String(result))),
	);
	if (missing === undefined) return;
	const { expression, result } = missing;
	const isShown = result !== undefined && result !== null && !isBlank(String(result));
	throw new ParameterError(
		`${parameter.label} is incomplete: ${quoted(expression)} returned ${isShown ? quoted(String(result)) : 'nothing'}`,
		"Check the field's name and the data of the item. If the part may be empty, write the whole text as one expression, such as {{ 'C-' + ($json.number ?? '') }}.",
	);
}

/**
 * Throws if an expression combines several fields and one of them is empty, as in `{{ ['order',
 * $json.number].join('-') }}`.
 */
export function assertNoOmittedField(parameter: ParameterValue): void {
	const { evaluate, label, raw, value } = parameter;
	if (evaluate === undefined || typeof raw !== 'string') return;
	const whole = isSingleExpression(raw) ? [{ expression: raw.slice(1).trim(), result: value }] : [];
	const incomplete = [...whole, ...templateParts(parameter)].find(({ expression, result }) =>
		omitsField(expression, result, evaluate),
	);
	if (incomplete === undefined) return;
	const { expression, result } = incomplete;
	throw new ParameterError(
		`${label} is incomplete: a field in ${quoted(expression)} is empty, so it returned ${quoted(String(result))}`,
		"Check the field's name and the data of the item. If the field may be empty, add an alternative, such as ($json.number ?? '').",
	);
}

interface IdentifyingText {
	/** Whether an expression combined several values. */
	isPutTogether?: boolean;
	/** Whether the text can be a person's name. */
	canBeName?: boolean;
}

/**
 * Throws if the text is a placeholder such as `undefined` or `#####`, or contains one, as in
 * `C-undefined`.
 *
 * @param value the identifying text, which may be only part of the parameter
 */
export function assertNoPlaceholder(
	parameter: ParameterValue,
	value: string,
	{ isPutTogether = isComposed(parameter), canBeName = false }: IdentifyingText = {},
): void {
	const { label } = parameter;
	if (isPlaceholder(value, canBeName)) {
		throw new ParameterError(
			`${label} is ${quoted(value)}, which stands for a missing value`,
			'Correct the value, or leave out the item with an If or Filter node.',
		);
	}
	const { raw } = parameter;
	const isCombined = typeof raw === 'string' && isSingleExpression(raw) && isComposed({ raw });
	if (
		hasMissingPart(value, isPutTogether, canBeName) ||
		(isCombined && startsWithMissingPart(value))
	) {
		throw new ParameterError(
			`${label} is ${quoted(value)}, in which a part is missing`,
			"Check the expression, the field's name, and the data of the item.",
		);
	}
}
