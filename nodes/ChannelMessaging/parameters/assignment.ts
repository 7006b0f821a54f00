import { ParameterError } from './parameterError';
import type { ParameterValue } from './parameterTypes';

/** The name and value of a custom field before validation. */
export interface Assignment {
	name: ParameterValue;
	value: ParameterValue;
	/** Whether the value is data of the item or of an expression's result. */
	isData?: true;
	/** Thrown if `value` is missing. */
	missing?: ParameterError;
	/** The name of the input field. Only set by *Map Automatically*. */
	mappedName?: string;
}

/** @param owner the start of the error message, such as `'Custom Fields' has` */
export function assertUnique(names: readonly string[], owner: string): void {
	const seen = new Set<string>();
	const repeated = names.find((name) => seen.size === seen.add(name).size);
	if (repeated === undefined) return;
	throw new ParameterError(
		`${owner} the name '${repeated}' more than once`,
		'Keep only one of them, because the result would be unpredictable.',
	);
}
