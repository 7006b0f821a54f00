import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../itemParameters';
import { ParameterError } from '../parameterError';
import { readBoolean } from '../values/boolean';
import { readNumber } from '../values/number';
import { customFieldMatchFields, readCustomFieldMatch } from './customFieldMatch';

/** Which contacts to find, and how many of them. */
export interface ContactSearch {
	fieldName: string;
	fieldValue: string;
	/** Infinity for all. */
	limit: number;
}

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

/** What to look for and how many contacts to return at most. */
export function readContactSearch(parameters: ItemParameters): ContactSearch {
	const { name, value } = readCustomFieldMatch(parameters);
	return {
		fieldName: name,
		fieldValue: value,
		limit: readBoolean(parameters.value('returnAll'), "'Return All'")
			? Infinity
			: readLimit(parameters),
	};
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
