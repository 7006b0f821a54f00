import type { INodeProperties } from 'n8n-workflow';

import { readBoolean } from './boolean';
import type { ItemParameters } from './itemParameters';
import { readNumber } from './number';
import { ParameterFault } from './parameterFault';
import { readFilledText } from './text';

/** Which contacts to find, and how many of them. */
export interface ContactSearch {
	fieldName: string;
	fieldValue: string;
	/** Infinity for all. */
	limit: number;
}

export const contactSearchFields: INodeProperties[] = [
	{
		displayName: 'Field Name',
		name: 'fieldName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. phone',
		description: 'The name of the custom field to search, as the channel has it',
	},
	{
		displayName: 'Field Value',
		name: 'fieldValue',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. +34600000001',
		description: 'The value that the custom field must have',
	},
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
	return {
		fieldName: readFilledText(parameters.value('fieldName'), "'Field Name'"),
		fieldValue: readFilledText(parameters.value('fieldValue'), "'Field Value'"),
		limit: readBoolean(parameters.value('returnAll'), "'Return All'")
			? Infinity
			: readLimit(parameters),
	};
}

function readLimit(parameters: ItemParameters): number {
	const limit = readNumber(parameters.value('limit'));
	if (!Number.isInteger(limit) || limit < 1) {
		throw new ParameterFault(
			"'Limit' is not a whole number of 1 or more",
			"Enter how many contacts to return at most, or turn on 'Return All'.",
		);
	}
	return limit;
}
