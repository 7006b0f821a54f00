import type { INodeProperties } from 'n8n-workflow';

import { limits } from '../../api/limits';
import type { ItemParameters } from '../itemParameters';
import { ParameterError } from '../parameterError';
import { inOneCall } from '../values/cappedList';
import { readRows } from '../values/rows';
import { readSpecified, specifyField } from '../values/specify';
import { readFilledText } from '../values/text';
import { type ListedText, readTextList } from '../values/textList';

const label = 'Replies';
const listLabel = 'Reply List';

const specifyRepliesField = specifyField({ things: 'Replies', name: 'specifyReplies' });

const repliesField: INodeProperties = {
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
	displayOptions: { show: { specifyReplies: ['individually'] } },
};

const replyListField: INodeProperties = {
	displayName: listLabel,
	name: 'replyList',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Yes, No, Later',
	description:
		'Up to 10 answers of up to 20 characters each, with commas in between, or an expression that gives a list',
	displayOptions: { show: { specifyReplies: ['list'] } },
};

export const repliesFields: INodeProperties[] = [specifyRepliesField, repliesField, replyListField];

/**
 * The replies of a quick reply. Characters are counted as code points: the document doesn't say how
 * the service counts, and a family emoji is several of them in any case.
 */
export function readReplies(parameters: ItemParameters): string[] {
	const isList = readSpecified(parameters, specifyRepliesField) === 'list';
	const replies = isList
		? readTextList(parameters.value(replyListField.name), { label: listLabel, entry: 'reply' })
		: readReplyRows(parameters);
	for (const reply of replies) checkLength(reply);
	return inOneCall({
		entries: replies.map(({ text }) => text),
		holder: `'${isList ? listLabel : label}' has`,
		things: 'replies',
		cap: limits.repliesPerMessage,
	});
}

function readReplyRows(parameters: ItemParameters): ListedText[] {
	const rows = readRows(parameters.value(repliesField.name), { label, key: 'reply', row: 'reply' });
	return rows.map((row, index) => {
		const subject = `'Text' of reply ${String(index + 1)} in '${label}'`;
		return { text: readFilledText(row.text, subject), subject };
	});
}

function checkLength({ text, subject }: ListedText): void {
	const characters = Array.from(text).length;
	if (characters <= limits.charactersPerReply) return;
	throw new ParameterError(
		`${subject} has ${String(characters)} characters, but the service takes at most ${String(limits.charactersPerReply)}`,
		'Shorten the reply and put details into the question.',
	);
}
