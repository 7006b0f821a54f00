import type { ParameterError } from './parameterError';
import type { ParameterValue } from './parameterTypes';

/** The name and value of a custom field before validation. */
export interface Assignment {
	name: ParameterValue;
	value: ParameterValue;
	/**
	 * The source of the value, if the value is data from the item or from the result of an expression.
	 */
	dataOf?: 'expression' | 'input';
	/** The error to throw if `value` is missing. */
	missing?: ParameterError;
	/** The name of the input field. Set only by *Map Automatically*. */
	mappedName?: string;
}
