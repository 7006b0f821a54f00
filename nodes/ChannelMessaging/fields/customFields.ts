import type { INodeProperties } from 'n8n-workflow';

import type { CustomFieldAssignment } from '../channel/contact';
import { limits } from '../channel/limits';
import type { ItemParameters } from './itemParameters';
import { readRows } from './rows';
import { readFilledText, readText } from './text';

const label = 'Custom Fields';

export const customFieldsField: INodeProperties = {
	displayName: label,
	name: 'customFields',
	type: 'fixedCollection',
	default: { field: [{ name: '', value: '' }] },
	required: true,
	placeholder: 'Add Custom Field',
	description: 'The values to set: up to 30 custom fields',
	typeOptions: {
		multipleValues: true,
		sortable: true,
		minRequiredFields: 1,
		maxAllowedFields: limits.customFieldsPerRequest,
	},
	options: [
		{
			displayName: 'Custom Field',
			name: 'field',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. phone',
					description: 'The name of the custom field, as the channel has it',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. +34600000001',
					description: 'The value to set; an empty one clears the field',
				},
			],
		},
	],
};

/** The custom field assignments of an item. An empty value is a value: it clears the field. */
export function readCustomFields(parameters: ItemParameters): CustomFieldAssignment[] {
	const rows = readRows(parameters.value(customFieldsField.name), {
		label,
		key: 'field',
		row: 'custom field',
		largest: limits.customFieldsPerRequest,
	});
	return rows.map((row, index) => {
		const place = `of custom field ${String(index + 1)} in '${label}'`;
		return {
			name: readFilledText(row.name, `'Name' ${place}`),
			value: readText(row.value, `'Value' ${place}`),
		};
	});
}
