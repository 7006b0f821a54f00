import { isRoundedInteger } from '../client/roundedInteger';
import { ParameterError } from './parameterError';

/** Throws if the value is an integer that JavaScript can't store exactly. */
export function assertExact(value: unknown, label: string): void {
	if (!isRoundedInteger(value)) return;
	throw new ParameterError(
		`${label} is '${String(value)}', which is too large to be an exact number`,
		'The last digits are already lost. Make the previous node return the number as text.',
	);
}
