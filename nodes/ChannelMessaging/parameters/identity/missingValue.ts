import {
	hasMissingPart,
	isMissingValue,
	startsWithMissingPart,
} from '../../texts/missingValuePatterns';
import { isComposed, isSingleExpression } from '../expressions/expressionSyntax';
import { ParameterError } from '../parameterError';
import type { ParameterValue } from '../parameterTypes';
import { quoted } from '../quoted';

interface IdentifyingText {
	/** Whether an expression combined several values into the text. */
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
export function assertNoMissingValue(
	parameter: ParameterValue,
	value: string,
	{ isPutTogether = isComposed(parameter), canBeName = false }: IdentifyingText = {},
): void {
	const { label } = parameter;
	if (isMissingValue(value, canBeName)) {
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
