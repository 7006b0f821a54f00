import type { IDataObject } from 'n8n-workflow';

import type { ParameterValue } from '../parameterTypes';
import {
	inputField,
	isSingleExpression,
	templateExpressions,
	templatesIn,
} from './expressionSyntax';

/**
 * Matches an empty string literal in an expression such as `{{ $json.note ?? '' }}`, which may
 * return empty text on purpose.
 */
const intended = /''|""|``/;

/**
 * Returns the first expression in a text that returned nothing. For example, `Hello {{ $json.nmae
 * }}` looks complete despite the typo. Parameters that consist of a single expression are skipped
 * because their empty result is reported as an error.
 *
 * @param input the input item, whose fields are read directly because evaluating expressions is
 * slow
 */
export function emptyExpression(
	texts: readonly ParameterValue[],
	input: IDataObject,
): string | undefined {
	for (const { raw, evaluate } of texts) {
		if (evaluate === undefined) continue;
		for (const template of templatesIn(raw)) {
			if (isSingleExpression(template)) continue;
			const empty = templateExpressions(template).find((expression) => {
				const field = inputField(expression);
				if (field !== undefined) return isNothing(input[field]);
				return !intended.test(expression) && returnsNothing(() => evaluate(expression));
			});
			if (empty !== undefined) return empty;
		}
	}
	return undefined;
}

function returnsNothing(resultOf: () => unknown): boolean {
	try {
		return isNothing(resultOf());
	} catch {
		// The exception is ignored here, because it will be reported when the parameter is read.
		return false;
	}
}

function isNothing(value: unknown): boolean {
	return value === undefined || value === null || value === '' || Number.isNaN(value);
}
