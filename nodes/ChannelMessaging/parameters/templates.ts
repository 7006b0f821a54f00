import type { Evaluate, ParameterValue } from './parameterTypes';

/** n8n ends an expression at the first pair of closing braces. */
const expressions = /\{\{[\s\S]*?\}\}/g;

/** `=Hello {{ $json.name }}` → `{{ $json.name }}` */
export function templateExpressions(raw: unknown): string[] {
	return templatesIn(raw).flatMap((template) => template.match(expressions) ?? []);
}

/** Collects all texts with expressions, including those in rows. */
export function templatesIn(raw: unknown): string[] {
	if (typeof raw === 'string') return raw.startsWith('=') ? [raw] : [];
	if (typeof raw !== 'object' || raw === null) return [];
	return Object.values(raw).flatMap(templatesIn);
}

/** If so, its result is the parameter's value and can have any type. */
export function isSingleExpression(raw: string): boolean {
	return (
		raw.slice(1).replace(expressions, '').trim() === '' && raw.match(expressions)?.length === 1
	);
}

interface TemplatePart {
	expression: string;
	result: unknown;
}

/**
 * Empty for fixed text and single expressions. Expressions that throw are omitted, as reading the
 * parameter reports them.
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

/** Reads exactly one value: `={{ $json.body.phone }}`. */
const plainReference = /^=\s*\{\{\s*\$[^+`,?{}]*\}\}\s*$/;

/** Whether several values may have been combined. */
export function isComposed({ raw }: ParameterValue): boolean {
	return typeof raw === 'string' && raw.startsWith('=') && !plainReference.test(raw);
}

interface TemplatePiece {
	/** Back to the previous expression, if any. */
	before: string;
	expression: string;
	/** The result as n8n inserts it into the text. */
	text: string;
}

/** The expressions of a text in order, with their results as text. */
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
		// Same conversion as in n8n: nothing for missing values, commas between list entries.
		return [evaluate(expression)].join('');
	} catch {
		// Reading the parameter reports this exception.
		return '';
	}
}

/** The text around the expressions. `undefined` if there are none, or nothing else. */
export function fixedText(raw: unknown): string | undefined {
	if (typeof raw !== 'string' || !raw.startsWith('=') || isSingleExpression(raw)) return undefined;
	return raw.slice(1).replace(expressions, '');
}
