import { type Given, ParameterError } from '../parameter';

/**
 * A switch; off where it has no value. Text such as `'false'`, which an expression may give, is
 * refused, because it is hard to say what it means.
 */
export function readBoolean({ value, subject }: Given): boolean {
	if (value === undefined || value === null) return false;
	if (typeof value === 'boolean') return value;
	throw new ParameterError(
		`${subject} is neither true nor false`,
		'Turn it on or off, or have the expression give true or false without quotes.',
	);
}
