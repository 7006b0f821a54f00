import type { INodeProperties } from 'n8n-workflow';

import { limits } from '../../api/limits';
import type { ItemParameters } from '../itemParameters';
import { chunksOf } from '../values/cappedList';
import { readRows } from '../values/rows';
import { readSpecified, specifyField } from '../values/specify';
import { readFilledText } from '../values/text';
import { readTextList } from '../values/textList';

const label = 'Tags';
const listLabel = 'Tag List';

const specifyTagsField = specifyField({ things: 'Tags', name: 'specifyTags' });

const tagsField: INodeProperties = {
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
	displayOptions: { show: { specifyTags: ['individually'] } },
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

export const tagsFields: INodeProperties[] = [
	specifyTagsField,
	tagsField,
	{
		displayName: listLabel,
		name: 'tagList',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. newsletter, vip',
		description:
			'The names of the tags with commas in between, or an expression that gives a list. More than 10 take several calls.',
		displayOptions: { show: { specifyTags: ['list'] } },
	},
];

/** The tag names of an item in chunks, as many as it takes calls. */
export function readTags(parameters: ItemParameters): string[][] {
	const isList = readSpecified(parameters, specifyTagsField) === 'list';
	return chunksOf({
		entries: isList ? readTagList(parameters) : readTagRows(parameters),
		holder: `'${isList ? listLabel : label}' has`,
		things: 'tags',
		cap: limits.tagsPerRequest,
	});
}

function readTagRows(parameters: ItemParameters): string[] {
	const rows = readRows(parameters.value(tagsField.name), { label, key: 'tag', row: 'tag' });
	return rows.map((row, index) =>
		readFilledText(row.name, `'Name' of tag ${String(index + 1)} in '${label}'`),
	);
}

function readTagList(parameters: ItemParameters): string[] {
	const list = readTextList(parameters.value('tagList'), { label: listLabel, entry: 'tag' });
	return list.map(({ text }) => text);
}
