import { ParameterError } from './parameterError';
import type { ParameterValue } from './parameterTypes';

/** A custom field's name and value, before they are validated. */
export interface Assignment {
	name: ParameterValue;
	value: ParameterValue;
	/** The error to throw if `value` is missing. */
	missing?: ParameterError;
	/** The name of the input item's field if *Map Automatically* created the assignment. */
	mappedName?: string;
}

/** @param owner the beginning of the error message, such as `'Custom Fields' has` */
export function assertUnique(names: readonly string[], owner: string): void {
	const seen = new Set<string>();
	const repeated = names.find((name) => seen.size === seen.add(name).size);
	if (repeated === undefined) return;
	throw new ParameterError(
		`${owner} the name '${repeated}' more than once`,
		'Keep only one of them, because the result would be unpredictable.',
	);
}
