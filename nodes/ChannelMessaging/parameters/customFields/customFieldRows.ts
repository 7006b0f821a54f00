import type { INodeProperties } from 'n8n-workflow';

import { limits } from '../../api/limits';
import type { Parameters } from '../given';
import { readRows } from '../values/rows';
import { customFieldNameField } from './customFieldName';
import type { GivenAssignment } from './givenAssignment';

const nameColumn = customFieldNameField({
	displayName: 'Name',
	name: 'name',
	description: 'The name of the custom field. The list has the usual names; type any other.',
});

const valueColumn: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	placeholder: 'e.g. +34600000001',
	description: 'The value to set; an empty one clears the field',
};

/** At least one custom field. */
const required: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'fixedCollection',
	default: { field: [{ name: { __rl: true, mode: 'list', value: '' }, value: '' }] },
	required: true,
	placeholder: 'Add Custom Field',
	description: 'The values to set: up to 30 custom fields',
	typeOptions: {
		multipleValues: true,
		sortable: true,
		minRequiredFields: 1,
		maxAllowedFields: limits.customFieldsPerRequest,
	},
	displayOptions: { show: { mappingMode: ['defineBelow'] } },
	options: [{ displayName: 'Custom Field', name: 'field', values: [nameColumn, valueColumn] }],
};

const optional: INodeProperties = {
	...required,
	default: {},
	required: false,
	typeOptions: { ...required.typeOptions, minRequiredFields: 0 },
};

/** The parameter, by how many rows there must be. */
export const customFieldRowsFields = { 0: optional, 1: required } as const;

export function readCustomFieldRows(parameters: Parameters): GivenAssignment[] {
	return readRows(parameters, required, { key: 'field', row: 'custom field' }).map((row) => ({
		name: row.given(nameColumn),
		value: row.given(valueColumn),
	}));
}
