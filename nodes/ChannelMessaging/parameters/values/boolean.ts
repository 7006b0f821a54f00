import { ParameterError } from '../parameterError';

/**
 * A switch; off where it has no value. Text such as `'false'`, which an expression may give, is
 * refused, because it is hard to say what it means.
 *
 * @param subject the parameter as messages name it: its label in quotes
 */
export function readBoolean(value: unknown, subject: string): boolean {
	if (value === undefined || value === null) return false;
	if (typeof value === 'boolean') return value;
	throw new ParameterError(
		`${subject} is neither true nor false`,
		'Turn it on or off, or have the expression give true or false without quotes.',
	);
}
