import { type Given, ParameterError } from '../parameter';

/** Off where it has no value. Text such as `'false'` is refused, as nobody knows what it means. */
export function readBoolean({ value, subject }: Given): boolean {
	if (value === undefined || value === null) return false;
	if (typeof value === 'boolean') return value;
	throw new ParameterError(
		`${subject} is neither true nor false`,
		'Turn it on or off, or have the expression give true or false without quotes.',
	);
}
