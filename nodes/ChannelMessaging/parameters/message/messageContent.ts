import type { INodeProperties } from 'n8n-workflow';

import type { MessageContent } from '../../api/message';
import type { Parameters } from '../given';
import { ParameterError } from '../parameterError';
import { choiceField, readChoice } from '../values/choice';
import { readFilledText } from '../values/text';
import { readReplies, repliesFields } from './replies';

const messageTypeField = choiceField({
	displayName: 'Message Type',
	name: 'messageType',
	type: 'options',
	noDataExpression: false,
	default: 'text',
	description: 'What the message consists of',
	options: [
		{ name: 'Audio', value: 'audio', description: 'An audio file, given by its URL' },
		{ name: 'File', value: 'file', description: 'Any file, given by its URL' },
		{ name: 'Image', value: 'image', description: 'An image, given by its URL' },
		{
			name: 'Quick Reply',
			value: 'quickReply',
			description: 'A question with answers that the contact can tap',
		},
		{ name: 'Text', value: 'text', description: 'Plain text' },
		{ name: 'Video', value: 'video', description: 'A video, given by its URL' },
	],
});

const textField: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	default: '',
	required: true,
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Hello Ana, your order is on its way',
	description: 'The text of the message',
	displayOptions: { show: { messageType: ['text'] } },
};

const urlField: INodeProperties = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. https://files.example.com/menu.pdf',
	description:
		'The public address of the file, which must be of the chosen kind. For a file that n8n holds, put a cloud storage node in front (such as AWS S3, Dropbox or Google Drive), upload the file, and enter its public link here.',
	hint: 'A public address: the service itself fetches the file from there, without signing in',
	displayOptions: { show: { messageType: ['audio', 'file', 'image', 'video'] } },
};

const questionField: INodeProperties = {
	displayName: 'Question',
	name: 'title',
	type: 'string',
	default: '',
	required: true,
	typeOptions: { rows: 2 },
	placeholder: 'e.g. Would you like to book a table?',
	description: 'The question that the replies answer',
	displayOptions: { show: { messageType: ['quickReply'] } },
};

export const messageContentFields: INodeProperties[] = [
	messageTypeField,
	textField,
	urlField,
	questionField,
	...repliesFields.map((field) => ({
		...field,
		displayOptions: { show: { ...field.displayOptions?.show, messageType: ['quickReply'] } },
	})),
];

/** A message's content: exactly the keys of its type in section 2 (Resources and their fields). */
export function readMessageContent(parameters: Parameters): MessageContent {
	const type = readChoice(parameters, messageTypeField);
	if (type === 'text') return { type, text: readFilledText(parameters.given(textField)) };
	if (type === 'quickReply') {
		const title = readFilledText(parameters.given(questionField));
		return { type: 'quick_reply', title, replies: readReplies(parameters) };
	}
	const given = parameters.given(urlField);
	const url = readFilledText(given);
	if (/^https?:\/\//i.test(url) && URL.canParse(url)) return { type, url };
	throw new ParameterError(
		`${given.subject} is not a web address`,
		'Give the full address of the file, beginning with https://.',
	);
}
