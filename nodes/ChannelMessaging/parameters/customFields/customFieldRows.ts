import type { INodeProperties } from 'n8n-workflow';

import { limits } from '../../api/limits';
import { isRecord } from '../../api/record';
import type { ItemParameters } from '../itemParameters';
import { readRows } from '../values/rows';
import type { GivenAssignment } from './givenAssignment';

export const label = 'Custom Fields';

/** The method of the node that lists names of custom fields for the editor. */
const customFieldNamesMethod = 'searchCustomFieldNames';

export const customFieldRowsField: INodeProperties = {
	displayName: label,
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
	options: [
		{
			displayName: 'Custom Field',
			name: 'field',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'resourceLocator',
					default: { mode: 'list', value: '' },
					description:
						'The name of the custom field. The list has the usual names; type any other.',
					modes: [
						{
							displayName: 'From List',
							name: 'list',
							type: 'list',
							typeOptions: { searchListMethod: customFieldNamesMethod, searchable: true },
						},
						{
							displayName: 'By Name',
							name: 'name',
							type: 'string',
							placeholder: 'e.g. phone',
							hint: 'The name as the channel has it',
						},
					],
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

/** The rows. A name may be plain text, as in workflows from before it was chosen from a list. */
export function readCustomFieldRows(parameters: ItemParameters): GivenAssignment[] {
	const rows = readRows(parameters.value(customFieldRowsField.name), {
		label,
		key: 'field',
		row: 'custom field',
	});
	return rows.map(({ name, value }, index) => {
		const place = `of custom field ${String(index + 1)} in '${label}'`;
		return {
			name: isRecord(name) && 'mode' in name ? name.value : name,
			value,
			nameSubject: `'Name' ${place}`,
			valueSubject: `'Value' ${place}`,
		};
	});
}
