import { isRecord } from '../../client/isRecord';
import { isSingleExpression } from './expressionSyntax';
import type { ParameterValue } from '../parameterTypes';

/**
 * Returns the result of an expression that is surrounded only by white space, such as a line break.
 * n8n would convert the result to text: an object to `[object Object]`, and a missing value to
 * blank text, which clears custom fields.
 */
export function withoutPadding({ value, raw, evaluate }: Omit<ParameterValue, 'label'>): unknown {
	if (evaluate === undefined) return value;
	if (isRecord(raw) && isRecord(value) && raw.__rl === true) {
		const locator = { value: value.value, raw: raw.value, evaluate };
		return { ...value, value: withoutPadding(locator) };
	}
	if (typeof raw !== 'string' || !raw.startsWith('=') || !isSingleExpression(raw)) return value;
	const expression = raw.slice(1).trim();
	return expression === raw.slice(1) ? value : evaluate(expression);
}
