import { isBlank, visibleText } from '../../texts/visibleText';
import { templateParts } from '../expressions/expressionResults';
import { isSingleExpression } from '../expressions/expressionSyntax';
import { ParameterError } from '../parameterError';
import type { Evaluate, ParameterValue } from '../parameterTypes';
import { quoted } from '../quoted';

/**
 * Matches text that starts or ends with a separator, or has the same separator twice. The plus sign
 * of a phone number and the `//` of a URL don't count.
 */
const danglingSeparator = /^[-_:/#.=|@,;\s]|[-_:/#.=|@+,;\s]$|(?<!:)\/\/|([-_:#.=|@+,;])\1/;

/**
 * Matches an empty string, an alternative, a condition, or a search for an entry. An expression
 * that contains any of these can handle empty fields.
 */
const intended = /''|""|``|\?(?!\.)|\|\||&&|\$if|Boolean|\.(?:find|filter)\(/;

/**
 * Matches the values that an expression reads, such as `$json.number`,
 * `$('Orders').item.json.number`, and `$input.all()[0].json.number`. Calls of other methods aren't
 * included.
 */
const fields = new RegExp(
	[
		String.raw`\$\w*(?:\((?:'[^']*'|"[^"]*"|\d*)\))?(?:`,
		String.raw`\??\.(?:all|first|itemMatching|last)\(\d*\)|`,
		String.raw`\??\.[A-Za-z_$]\w*(?![\w(])|`,
		String.raw`(?:\?\.)?\[(?:'[^']*'|"[^"]*"|\d+)\])+`,
	].join(''),
	'g',
);

/**
 * Throws if an expression combines several fields and one of them is empty, as in `{{ ['order',
 * $json.number].join('-') }}`.
 */
export function assertNoOmittedField(parameter: ParameterValue): void {
	const { evaluate, label, raw, value } = parameter;
	if (evaluate === undefined || typeof raw !== 'string') return;
	const whole = isSingleExpression(raw) ? [{ expression: raw.slice(1).trim(), result: value }] : [];
	const incomplete = [...whole, ...templateParts(parameter)].find(({ expression, result }) =>
		omitsField(expression, result, evaluate),
	);
	if (incomplete === undefined) return;
	const { expression, result } = incomplete;
	throw new ParameterError(
		`${label} is incomplete: a field in ${quoted(expression)} is empty, so the expression returned ${quoted(String(result))}`,
		"Check the field's name and the data of the item. If the field may be empty, add an alternative, such as ($json.number ?? '').",
	);
}

/**
 * Returns whether an expression such as `{{ ['order', $json.number].join('-') }}` reads an empty
 * field and leaves a gap in its result, as in `order-`. If no field is empty, the result may end
 * with a separator, as tokens sometimes do.
 */
function omitsField(expression: string, result: unknown, evaluate: Evaluate): boolean {
	if (typeof result !== 'string' || !danglingSeparator.test(visibleText(result))) return false;
	if (intended.test(expression)) return false;
	return [...new Set(expression.match(fields))].some((field) => {
		try {
			const value = evaluate(`{{ ${field} }}`);
			return value === undefined || value === null || isBlank(String(value));
		} catch {
			// The exception is ignored here, because it will be reported when the parameter is read.
			return false;
		}
	});
}
