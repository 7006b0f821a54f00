import { isBlank, visibleText } from '../texts/visibleText';
import type { Evaluate } from './parameterTypes';

/**
 * Matches text that starts or ends with a separator, or has the same separator twice. The plus sign
 * of a phone number and the `//` of a URL don't count.
 */
const danglingSeparator = /^[-_:/#.=|@,;\s]|[-_:/#.=|@+,;\s]$|(?<!:)\/\/|([-_:#.=|@+,;])\1/;

/**
 * Matches an empty string, an alternative, a condition, or a search for an entry. An expression
 * that contains one can handle empty fields.
 */
const intended = /''|""|``|\?(?!\.)|\|\||&&|\$if|Boolean|\.(?:find|filter)\(/;

/**
 * Matches what an expression reads, such as `$json.number`, `$('Orders').item.json.number`, and
 * `$input.all()[0].json.number`. Calls to other methods aren't included.
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
 * Returns whether an expression such as `{{ ['order', $json.number].join('-') }}` reads an empty
 * field and leaves a gap in its result, as in `order-`. If no field is empty, the result may end
 * with a separator, because tokens can.
 */
export function omitsField(expression: string, result: unknown, evaluate: Evaluate): boolean {
	if (typeof result !== 'string' || !danglingSeparator.test(visibleText(result))) return false;
	if (intended.test(expression)) return false;
	return [...new Set(expression.match(fields))].some((field) => {
		try {
			const value = evaluate(`{{ ${field} }}`);
			return value === undefined || value === null || isBlank(String(value));
		} catch {
			// The same exception is reported when the parameter is read.
			return false;
		}
	});
}
