import type { INodeProperties } from 'n8n-workflow';

import { ParameterError } from './parameterError';
import type { ParameterSet } from './parameterTypes';
import { readBoolean } from './readBoolean';
import { readCollection } from './readCollection';
import { timeoutOption } from './timeoutOption';

const collection = { displayName: 'Options', name: 'options' };

/** Also adds the timeout option, which all operations support. */
export function optionsField(options: readonly INodeProperties[]): INodeProperties {
	return {
		...collection,
		type: 'collection',
		default: {},
		placeholder: 'Add Option',
		options: [...options, timeoutOption].sort((one, other) =>
			one.displayName.localeCompare(other.displayName),
		),
	};
}

export function optionsOf(parameters: ParameterSet) {
	return readCollection(parameters.get(collection));
}

export function readBooleanOption(parameters: ParameterSet, option: INodeProperties): boolean {
	return readBoolean(optionsOf(parameters).get(option));
}

/**
 * Unlike other options, an option that prevents messages or the loss of data isn't off if its
 * expression returns nothing.
 */
export function readSafetyOption(parameters: ParameterSet, option: INodeProperties): boolean {
	const entered = optionsOf(parameters).get(option);
	if (entered.value !== null) return readBoolean(entered);
	throw new ParameterError(
		`${entered.label} has no value`,
		'Turn it on or off, or check the expression and the data of the item that it reads.',
	);
}
