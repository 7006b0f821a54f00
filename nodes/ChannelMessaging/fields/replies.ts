import type { INodeProperties } from 'n8n-workflow';

import { limits } from '../channel/limits';
import type { ItemParameters } from './itemParameters';
import { ParameterFault } from './parameterFault';
import { readRows } from './rows';
import { readFilledText } from './text';

const label = 'Replies';

export const repliesField: INodeProperties = {
	displayName: label,
	name: 'replies',
	type: 'fixedCollection',
	default: { reply: [{ text: '' }] },
	required: true,
	placeholder: 'Add Reply',
	description: 'The answers that the contact can tap: up to 10, of up to 20 characters each',
	typeOptions: {
		multipleValues: true,
		sortable: true,
		minRequiredFields: 1,
		maxAllowedFields: limits.repliesPerMessage,
	},
	options: [
		{
			displayName: 'Reply',
			name: 'reply',
			values: [
				{
					displayName: 'Text',
					name: 'text',
					type: 'string',
					default: '',
					placeholder: 'e.g. Yes, please',
					description: 'Up to 20 characters; an emoji counts as one or more',
				},
			],
		},
	],
};

/**
 * The replies of a quick reply. Characters are counted as code points: the document doesn't say how
 * the service counts, and a family emoji is several of them in any case.
 */
export function readReplies(parameters: ItemParameters): string[] {
	const rows = readRows(parameters.value(repliesField.name), {
		label,
		key: 'reply',
		row: 'reply',
		largest: limits.repliesPerMessage,
	});
	return rows.map((row, index) => {
		const subject = `'Text' of reply ${String(index + 1)} in '${label}'`;
		const text = readFilledText(row.text, subject);
		const characters = Array.from(text).length;
		if (characters > limits.charactersPerReply) {
			throw new ParameterFault(
				`${subject} has ${String(characters)} characters, but the service takes at most ${String(limits.charactersPerReply)}`,
				'Shorten the reply. Details can go into the question.',
			);
		}
		return text;
	});
}
