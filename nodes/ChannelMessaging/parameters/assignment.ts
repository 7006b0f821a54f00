import type { ParameterError } from './parameterError';
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
