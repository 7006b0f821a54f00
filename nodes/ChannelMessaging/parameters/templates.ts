import type { Evaluate, ParameterValue } from './parameterTypes';

/** n8n ends an expression at the first pair of closing braces. */
const expressions = /\{\{[\s\S]*?\}\}/g;

/**
 * Returns the expressions in a parameter, such as `{{ $json.name }}` in `=Hello {{ $json.name }}`.
 */
export function templateExpressions(raw: unknown): string[] {
	return templatesIn(raw).flatMap((template) => template.match(expressions) ?? []);
}

/** Returns the texts with expressions in a parameter, including those in its rows. */
export function templatesIn(raw: unknown): string[] {
	if (typeof raw === 'string') return raw.startsWith('=') ? [raw] : [];
	if (typeof raw !== 'object' || raw === null) return [];
	return Object.values(raw).flatMap(templatesIn);
}

/** Whether a parameter consists of a single expression, whose result is the parameter's value. */
export function isSingleExpression(raw: string): boolean {
	return (
		raw.slice(1).replace(expressions, '').trim() === '' && raw.match(expressions)?.length === 1
	);
}

interface TemplatePart {
	/** The expression with its braces. */
	expression: string;
	result: unknown;
}

/**
 * Returns the expressions of a text with several parts, and their results. Returns an empty list for
 * fixed text and for a single expression. Leaves out expressions that throw errors, because reading
 * the parameter already reports them.
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

/** Matches an expression that only reads a value, such as `={{ $json.body.phone }}`. */
const plainReading = /^=\s*\{\{\s*\$[^+`,?{}]*\}\}\s*$/;

/** Whether a parameter's value was put together from several values. */
export function isComposed({ raw }: ParameterValue): boolean {
	return typeof raw === 'string' && raw.startsWith('=') && !plainReading.test(raw);
}

interface TemplatePiece {
	/** The fixed text between the previous expression and this one. */
	before: string;
	expression: string;
	/** The result of the expression as text, as n8n inserts it. */
	text: string;
}

/** Returns the expressions of a text with several parts, in their order, with the results as text. */
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
		// Missing values add nothing, and lists are joined with commas.
		return [evaluate(expression)].join('');
	} catch {
		// Reading the parameter already reports an expression that throws an error.
		return '';
	}
}

/**
 * Returns the text around the expressions of a text with several parts, or `undefined` for fixed
 * text and for a single expression.
 */
export function fixedText(raw: unknown): string | undefined {
	if (typeof raw !== 'string' || !raw.startsWith('=') || isSingleExpression(raw)) return undefined;
	return raw.slice(1).replace(expressions, '');
}
