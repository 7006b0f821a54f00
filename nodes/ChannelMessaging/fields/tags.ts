import type { INodeProperties } from 'n8n-workflow';

import { limits } from '../channel/limits';
import type { ItemParameters } from './itemParameters';
import { inSeveralCalls, whenNotSplit, whenSplit } from './parts';
import { readRows } from './rows';
import { readSpecified, specifyField } from './specify';
import { readFilledText } from './text';
import { readTextList } from './textList';

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

const individually = { specifyTags: ['individually'] };

/** Two variants of the rows: the editor knows the cap, and knows when it doesn't hold. */
export const tagsFields: INodeProperties[] = [
	specifyTagsField,
	{
		...tagsField,
		description: 'The names of the tags: up to 10',
		typeOptions: {
			multipleValues: true,
			sortable: true,
			minRequiredFields: 1,
			maxAllowedFields: limits.tagsPerRequest,
		},
		displayOptions: { ...whenNotSplit, show: individually },
	},
	{
		...tagsField,
		description: 'The names of the tags; each call takes 10 of them',
		typeOptions: { multipleValues: true, sortable: true, minRequiredFields: 1 },
		displayOptions: { show: { ...whenSplit.show, ...individually } },
	},
	{
		displayName: listLabel,
		name: 'tagList',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. newsletter, vip',
		description: 'The names of the tags with commas in between, or an expression that gives a list',
		displayOptions: { show: { specifyTags: ['list'] } },
	},
];

/** The tag names of an item, in as many parts as it takes calls. */
export function readTags(parameters: ItemParameters): string[][] {
	const isList = readSpecified(parameters, specifyTagsField) === 'list';
	return inSeveralCalls(parameters, {
		entries: isList ? readTagList(parameters) : readTagRows(parameters),
		holder: `'${isList ? listLabel : label}' has`,
		things: 'tags',
		largest: limits.tagsPerRequest,
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
