import type { INodeProperties } from 'n8n-workflow';

import { limits } from '../channel/limits';
import type { ItemParameters } from './itemParameters';
import { readRows } from './rows';
import { readFilledText } from './text';

const label = 'Tags';

export const tagsField: INodeProperties = {
	displayName: label,
	name: 'tags',
	type: 'fixedCollection',
	default: { tag: [{ name: '' }] },
	required: true,
	placeholder: 'Add Tag',
	description: 'The names of the tags: up to 10',
	typeOptions: {
		multipleValues: true,
		sortable: true,
		minRequiredFields: 1,
		maxAllowedFields: limits.tagsPerRequest,
	},
	options: [
		{
			displayName: 'Tag',
			name: 'tag',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. newsletter',
					description: 'The name of the tag',
				},
			],
		},
	],
};

/** The tag names of an item. */
export function readTags(parameters: ItemParameters): string[] {
	const rows = readRows(parameters.value(tagsField.name), {
		label,
		key: 'tag',
		row: 'tag',
		largest: limits.tagsPerRequest,
	});
	return rows.map((row, index) =>
		readFilledText(row.name, `'Name' of tag ${String(index + 1)} in '${label}'`),
	);
}
