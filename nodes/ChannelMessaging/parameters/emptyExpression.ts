import type { IDataObject } from 'n8n-workflow';

import type { ParameterValue } from './parameterTypes';
import { isSingleExpression, templateExpressions, templatesIn } from './templates';

/** Just a field of the input item: `{{ $json.name }}`. */
const fieldReference = /^\{\{\s*\$json\.([A-Za-z_]\w*)\s*\}\}$/;

/** The user expects empty text: `{{ $json.note ?? '' }}`. */
const intended = /''|""|``/;

/**
 * Finds an expression that added nothing to a text. `Hello {{ $json.nmae }}` looks complete despite
 * the typo. (If the whole parameter is one expression, an error reports it.)
 *
 * @param input read directly, which is faster than evaluating the expression
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
				const [, field] = fieldReference.exec(expression) ?? [];
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
		// Reading the parameter reports this exception.
		return false;
	}
}

function isNothing(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}
