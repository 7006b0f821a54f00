import type { ParameterValue } from '../parameterTypes';

/** Like n8n, this pattern ends an expression at the first pair of closing braces. */
export const expressions = /\{\{[\s\S]*?\}\}/g;

/** Returns the expressions in a text, such as `{{ $json.name }}` in `=Hello {{ $json.name }}`. */
export function templateExpressions(raw: unknown): string[] {
	return templatesIn(raw).flatMap((template) => template.match(expressions) ?? []);
}

/** Returns all texts that contain expressions, including those in rows. */
export function templatesIn(raw: unknown): string[] {
	if (typeof raw === 'string') return raw.startsWith('=') ? [raw] : [];
	if (typeof raw !== 'object' || raw === null) return [];
	return Object.values(raw).flatMap(templatesIn);
}

/**
 * Returns whether the text is a single expression. In this case, the value is the result of the
 * expression, which can have any type.
 */
export function isSingleExpression(raw: string): boolean {
	return (
		raw.slice(1).replace(expressions, '').trim() === '' && raw.match(expressions)?.length === 1
	);
}

/** Returns the name of the input field that an expression such as `{{ $json.name }}` reads. */
export function inputField(expression: string): string | undefined {
	return /^\{\{\s*\$json\.([A-Za-z_]\w*)\s*\}\}$/.exec(expression)?.[1];
}

/** Matches an expression that reads exactly one value, such as `={{ $json.body.phone }}`. */
const plainReference = /^=\s*\{\{\s*\$[^+`,?{}]*\}\}\s*$/;

/** Returns whether the text may combine several values. */
export function isComposed({ raw }: Pick<ParameterValue, 'raw'>): boolean {
	return typeof raw === 'string' && raw.startsWith('=') && !plainReference.test(raw);
}

/**
 * Returns the text around the expressions, or `undefined` if the text has no expressions or is a
 * single expression.
 */
export function fixedText(raw: unknown): string | undefined {
	if (typeof raw !== 'string' || !raw.startsWith('=') || isSingleExpression(raw)) return undefined;
	return raw.slice(1).replace(expressions, '');
}
