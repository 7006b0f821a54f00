import type { ParameterError } from './parameterError';
import type { ParameterValue } from './parameterTypes';

/** The name and value of a custom field before validation. */
export interface Assignment {
	name: ParameterValue;
	value: ParameterValue;
	/** Set if the value is data: of the item, or in the result of an expression. */
	dataOf?: 'expression' | 'input';
	/** Thrown if `value` is missing. */
	missing?: ParameterError;
	/** The name of the input field. Only set by *Map Automatically*. */
	mappedName?: string;
}
