import { isMissingValue, startsWithMissingPart } from '../../texts/missingValuePatterns';
import { isBlank } from '../../texts/visibleText';
import { assertNoConditionResult } from './conditionResult';
import { type TemplatePart, templateParts } from '../expressions/expressionResults';
import { isComposed } from '../expressions/expressionSyntax';
import { ParameterError } from '../parameterError';
import type { ParameterValue } from '../parameterTypes';
import { quoted } from '../quoted';

/**
 * Throws if an expression within a longer text returns nothing, as in `C-{{ $json.number }}`, or
 * combines a missing value with others, as in `C-{{ $json.number + $json.state }}`. Otherwise,
 * different people would be treated as one contact or share a key.
 */
export function assertComplete(parameter: ParameterValue): void {
	assertNoConditionResult(parameter);
	const missing = templateParts(parameter).find(
		({ expression, result }) =>
			result === undefined ||
			result === null ||
			isMissingValue(String(result)) ||
			(isComposed({ raw: `=${expression}` }) && startsWithMissingPart(String(result))),
	);
	if (missing !== undefined) throw incompleteError(parameter.label, missing);
}

export function incompleteError(label: string, { expression, result }: TemplatePart) {
	const isShown = result !== undefined && result !== null && !isBlank(String(result));
	return new ParameterError(
		`${label} is incomplete: ${quoted(expression)} returned ${isShown ? quoted(String(result)) : 'nothing'}`,
		"Check the field's name and the data of the item. If the part may be empty, write the whole text as one expression, such as {{ 'C-' + ($json.number ?? '') }}.",
	);
}
