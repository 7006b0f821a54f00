import { ParameterError } from './parameterError';
import type { ParameterValue } from './parameterTypes';
import { quotedOrKind } from './quoted';

/**
 * Throws on text such as `'false'`, which JavaScript would treat as true. Missing values become
 * `false`.
 */
export function readBoolean({ value, label }: ParameterValue): boolean {
	if (value === undefined || value === null) return false;
	if (typeof value === 'boolean') return value;
	throw new ParameterError(
		`${label} is ${quotedOrKind(value)}, neither true nor false`,
		'Turn it on or off, or make the expression return true or false without quotes.',
	);
}
