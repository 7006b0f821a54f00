import { isBlank } from '../../texts/visibleText';
import {
	expressions,
	fixedText,
	isSingleExpression,
	templateExpressions,
} from './expressionSyntax';
import { functionText, isFunctionError } from './missingParentheses';
import type { Evaluate, ParameterValue } from '../parameterTypes';

export interface TemplatePart {
	expression: string;
	result: unknown;
}

/**
 * Returns the expressions in a text with their results. Returns an empty list for fixed text and
 * single expressions. Expressions that throw are omitted, because their error is reported when the
 * parameter is read.
 */
export function templateParts({ raw, evaluate }: ParameterValue): TemplatePart[] {
	if (evaluate === undefined || typeof raw !== 'string' || !raw.startsWith('=')) return [];
	if (isSingleExpression(raw)) return [];
	return templateExpressions(raw).flatMap((expression) => {
		try {
			return [{ expression, result: evaluate(expression) }];
		} catch (error) {
			return isFunctionError(error) ? [{ expression, result: functionText }] : [];
		}
	});
}

/**
 * Returns whether a text is blank because an expression in it returned nothing, as in `{{
 * $json.firstName }} {{ $json.lastName }}`.
 */
export function isBlankByMissingPart(parameter: ParameterValue): boolean {
	const { value } = parameter;
	if (typeof value !== 'string' || !isBlank(value)) return false;
	return templateParts(parameter).some(({ result }) => isMissing(result));
}

/** Returns whether n8n inserts nothing for the result because it is missing. */
function isMissing(result: unknown): boolean {
	if (Array.isArray(result)) return result.length > 0 && result.every(isMissing);
	return result === undefined || result === null || Number.isNaN(result);
}

/** Returns whether n8n inserts nothing visible for the result. */
export function isEmptyResult(result: unknown): boolean {
	return isMissing(result) || (typeof result === 'string' && isBlank(result));
}

/**
 * Marks the position of a missing value. Ordinary text doesn't contain this private-use character.
 */
export const gap = '\uE0F5';

/**
 * Returns the text with `gap` in place of missing results. Returns `undefined` if no results are
 * missing, or if the text is fixed or a single expression.
 */
export function withMarkedGaps(
	{ raw, evaluate }: Pick<ParameterValue, 'evaluate' | 'raw'>,
	isGap = isMissing,
) {
	if (evaluate === undefined || typeof raw !== 'string') return undefined;
	if (fixedText(raw) === undefined) return undefined;
	let hasGap = false;
	const marked = raw.slice(1).replace(expressions, (expression) => {
		const text = insertedText(expression, evaluate, { gap, isGap });
		hasGap ||= text === gap;
		return text;
	});
	return hasGap ? marked : undefined;
}

interface TemplatePiece {
	/** The fixed text that precedes this expression. */
	before: string;
	expression: string;
	/** The result as n8n inserts it into the text. */
	text: string;
}

/** Returns the expressions in a text, in order, with their results as text. */
export function templatePieces({ raw, evaluate }: ParameterValue): TemplatePiece[] {
	if (evaluate === undefined || typeof raw !== 'string' || fixedText(raw) === undefined) return [];
	const between = raw.slice(1).split(expressions);
	return templateExpressions(raw).map((expression, index) => ({
		before: between[index] ?? '',
		expression,
		text: insertedText(expression, evaluate),
	}));
}

function insertedText(
	expression: string,
	evaluate: Evaluate,
	missing = { gap: '', isGap: isMissing },
): string {
	try {
		const result = evaluate(expression);
		// n8n converts results in the same way: missing values become nothing, and list entries are
		// joined with commas.
		return missing.isGap(result) ? missing.gap : [result].join('');
	} catch {
		// The exception is ignored here, because it will be reported when the parameter is read.
		return '';
	}
}
