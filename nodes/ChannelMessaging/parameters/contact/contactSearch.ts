import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../itemParameters';
import { ParameterError } from '../parameterError';
import { readBoolean } from '../values/boolean';
import { readNumber } from '../values/number';
import { customFieldMatchFields, readCustomFieldMatch } from './customFieldMatch';

export const contactSearchFields: INodeProperties[] = [
	...customFieldMatchFields,
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		default: 50,
		typeOptions: { minValue: 1 },
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/** What to look for, and how many contacts to return at most: Infinity for all. */
export function readContactSearch(parameters: ItemParameters) {
	const match = readCustomFieldMatch(parameters);
	const returnAll = readBoolean(parameters.value('returnAll'), "'Return All'");
	return { ...match, limit: returnAll ? Infinity : readLimit(parameters) };
}

function readLimit(parameters: ItemParameters): number {
	const limit = readNumber(parameters.value('limit'));
	if (!Number.isInteger(limit) || limit < 1) {
		throw new ParameterError(
			"'Limit' is not a whole number of 1 or more",
			"Enter how many contacts to return at most, or turn on 'Return All'.",
		);
	}
	return limit;
}
