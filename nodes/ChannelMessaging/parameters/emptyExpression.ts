import type { IDataObject } from 'n8n-workflow';

import type { ParameterValue } from './parameterTypes';
import { isSingleExpression, templateExpressions, templatesIn } from './templates';

/** Matches an expression that only reads a field of the input item, such as `{{ $json.name }}`. */
const fieldReference = /^\{\{\s*\$json\.([A-Za-z_]\w*)\s*\}\}$/;

/** Matches an expression in which the user wrote an empty text, such as `{{ $json.note ?? '' }}`. */
const intended = /''|""|``/;

/**
 * Returns an expression within a text that returned nothing. A text such as `Hello {{ $json.nmae }}`
 * would look complete despite the misspelled field name. A parameter that is a single expression has
 * its own error.
 *
 * @param texts parameters that contain text, a list, or rows
 * @param input the item's JSON, because reading it is faster than evaluating an expression
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
		// Reading the parameter already reports an expression that throws an error.
		return false;
	}
}

function isNothing(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}
