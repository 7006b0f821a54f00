import type { INodeProperties } from 'n8n-workflow';

import { limits } from '../../api/limits';
import type { Parameters } from '../parameter';
import { readRows } from '../values/collection';
import { customFieldNameField, type GivenAssignment } from './customFieldName';

const nameColumn = customFieldNameField({
	displayName: 'Name',
	name: 'name',
	description:
		'The name of the custom field. The list shows the usual names; enter others by name.',
});

const valueColumn: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	placeholder: 'e.g. Lugo',
	description: 'The value to set; empty text clears the field',
};

const row = { displayName: 'Custom Field', name: 'field', values: [nameColumn, valueColumn] };

const field = { displayName: 'Custom Fields', name: 'customFields' };

/** @param least how many rows there must be */
export function customFieldRowsField(least: 0 | 1): INodeProperties {
	return {
		...field,
		type: 'fixedCollection',
		default:
			least === 0 ? {} : { field: [{ name: { __rl: true, mode: 'list', value: '' }, value: '' }] },
		required: least === 1,
		placeholder: 'Add Custom Field',
		description: 'The values to set: up to 30 custom fields',
		typeOptions: {
			multipleValues: true,
			sortable: true,
			minRequiredFields: least,
			maxAllowedFields: limits.customFieldsPerRequest,
		},
		displayOptions: { show: { mappingMode: ['defineBelow'] } },
		options: [row],
	};
}

export function readCustomFieldRows(parameters: Parameters): GivenAssignment[] {
	return readRows(parameters.given(field), row).map((columns) => ({
		name: columns.given(nameColumn),
		value: columns.given(valueColumn),
	}));
}
