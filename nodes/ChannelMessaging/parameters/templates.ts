import type { Evaluate, ParameterValue } from './parameterTypes';

/** Matches expressions, which n8n ends at the first pair of closing braces. */
const expressions = /\{\{[\s\S]*?\}\}/g;

/**
 * Returns the expressions in a parameter, such as `{{ $json.name }}` in `=Hello {{ $json.name }}`.
 */
export function templateExpressions(raw: unknown): string[] {
	return templatesIn(raw).flatMap((template) => template.match(expressions) ?? []);
}

/** Returns a parameter's texts that contain expressions, including texts in rows. */
export function templatesIn(raw: unknown): string[] {
	if (typeof raw === 'string') return raw.startsWith('=') ? [raw] : [];
	if (typeof raw !== 'object' || raw === null) return [];
	return Object.values(raw).flatMap(templatesIn);
}

/** Whether the parameter consists of a single expression, whose result is the parameter's value. */
export function isSingleExpression(raw: string): boolean {
	return (
		raw.slice(1).replace(expressions, '').trim() === '' && raw.match(expressions)?.length === 1
	);
}

interface TemplatePart {
	/** The expression, including its braces. */
	expression: string;
	result: unknown;
}

/**
 * Returns the expressions in text with several parts, and their results. Returns an empty list for
 * fixed text and for a single expression. Omits expressions that throw errors, because reading the
 * parameter already reports them.
 */
export function templateParts({ raw, evaluate }: ParameterValue): TemplatePart[] {
	if (evaluate === undefined || typeof raw !== 'string' || !raw.startsWith('=')) return [];
	if (isSingleExpression(raw)) return [];
	return templateExpressions(raw).flatMap((expression) => {
		try {
			return [{ expression, result: evaluate(expression) }];
		} catch {
			return [];
		}
	});
}

/** Matches an expression that only reads one value, such as `={{ $json.body.phone }}`. */
const plainReference = /^=\s*\{\{\s*\$[^+`,?{}]*\}\}\s*$/;

/** Whether a parameter's value may be combined from several values. */
export function isComposed({ raw }: ParameterValue): boolean {
	return typeof raw === 'string' && raw.startsWith('=') && !plainReference.test(raw);
}

interface TemplatePiece {
	/** The fixed text between the previous expression, if any, and this expression. */
	before: string;
	expression: string;
	/** The expression's result as text, as n8n inserts it into the parameter. */
	text: string;
}

/** Returns the expressions in text with several parts, in order, with their results as text. */
export function templatePieces({ raw, evaluate }: ParameterValue): TemplatePiece[] {
	if (evaluate === undefined || typeof raw !== 'string' || fixedText(raw) === undefined) return [];
	const between = raw.slice(1).split(expressions);
	return templateExpressions(raw).map((expression, index) => ({
		before: between[index] ?? '',
		expression,
		text: insertedText(expression, evaluate),
	}));
}

function insertedText(expression: string, evaluate: Evaluate): string {
	try {
		// Array conversion matches n8n: missing values add nothing, and lists are joined with
		// commas.
		return [evaluate(expression)].join('');
	} catch {
		// Reading the parameter already reports an expression that throws an error.
		return '';
	}
}

/**
 * Returns the text around the expressions, or `undefined` for fixed text and for a single
 * expression.
 */
export function fixedText(raw: unknown): string | undefined {
	if (typeof raw !== 'string' || !raw.startsWith('=') || isSingleExpression(raw)) return undefined;
	return raw.slice(1).replace(expressions, '');
}
