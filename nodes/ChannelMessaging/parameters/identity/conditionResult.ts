import { ParameterError } from '../parameterError';
import type { ParameterValue } from '../parameterTypes';

/** Throws if the expression compares values instead of returning one. */
export function assertNoConditionResult({ label, value }: ParameterValue): void {
	if (typeof value !== 'boolean') return;
	throw new ParameterError(
		`${label} is ${String(value)}, which is the result of a condition`,
		'Change the expression so that it returns the value itself.',
	);
}
