import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../given';
import { ParameterError } from '../parameterError';
import { readBoolean } from '../values/boolean';
import { readNumber } from '../values/number';
import { customFieldMatchFields, readCustomFieldMatch } from './customFieldMatch';

const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	default: 50,
	typeOptions: { minValue: 1 },
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

export const contactSearchFields: INodeProperties[] = [
	...customFieldMatchFields,
	returnAllField,
	limitField,
];

/** What to look for, and how many contacts to return at most: Infinity for all. */
export function readContactSearch(parameters: Parameters) {
	const returnAll = readBoolean(parameters.given(returnAllField));
	const match = readCustomFieldMatch(parameters);
	if (returnAll) return { ...match, limit: Infinity };
	const { value, subject } = parameters.given(limitField);
	const limit = readNumber(value);
	if (Number.isInteger(limit) && limit >= 1) return { ...match, limit };
	throw new ParameterError(
		`${subject} is not a whole number of 1 or more`,
		`Enter how many contacts to return at most, or turn on '${returnAllField.displayName}'.`,
	);
}
