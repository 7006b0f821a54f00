import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { limits, type MessageContent } from '../client/model';
import {
	attachmentTypes,
	binaryFileField,
	type FileMessage,
	inputBinaryField,
	readFileMessage,
} from './binaryFile';
import { assertMaxItems } from './limitedList';
import { ParameterError } from './parameterError';
import type { HintedProperty, ItemParameters, ParameterSet } from './parameterTypes';
import { quoted } from './quoted';
import { choiceField, readBoolean, readChoice, readFilledText } from './readers';
import { textEntries } from './textEntries';

const messageTypeField = choiceField({
	displayName: 'Message Type',
	name: 'messageType',
	type: 'options',
	noDataExpression: false,
	default: 'text',
	description: 'The type of content to send',
	builderHint: {
		propertyHint:
			'Set text for "text", url (or binaryData: true and binaryPropertyName) for "audio", "file", "image", and "video", and title and replies for "quickReply".',
	},
	options: [
		{ name: 'Audio', value: 'audio', description: 'An audio file from the workflow or at a URL' },
		{ name: 'File', value: 'file', description: 'Any file from the workflow or at a URL' },
		{ name: 'Image', value: 'image', description: 'An image from the workflow or at a URL' },
		{
			name: 'Quick Reply',
			value: 'quickReply',
			description: 'A question with answers that the contact can tap',
		},
		{ name: 'Text', value: 'text', description: 'Plain text' },
		{ name: 'Video', value: 'video', description: 'A video from the workflow or at a URL' },
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

/**
 * The parameter isn't `required`, although a message without a binary file needs a URL. Otherwise,
 * n8n wouldn't execute a workflow in which an expression turns *Binary File* on.
 */
const urlField: HintedProperty = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://files.example.com/menu.pdf',
	description:
		"A file of the chosen type. To send a file from the workflow, turn on 'Binary File' instead.",
	builderHint: {
		propertyHint:
			"A public URL. The service downloads the file itself, so links that require a login, and addresses in a private network don't work.",
	},
	hint: 'A public address: the service itself fetches the file from there, without signing in',
	displayOptions: { show: { messageType: attachmentTypes, binaryData: [false] } },
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

const replies = textEntries({
	singularNoun: 'Reply',
	noun: 'Replies',
	maxCount: limits.repliesPerMessage,
	description: 'The answers that the contact can tap',
	hint: `Up to ${String(limits.repliesPerMessage)} replies of up to ${String(limits.charactersPerReply)} characters each`,
	column: {
		displayName: 'Text',
		name: 'text',
		placeholder: 'e.g. Yes, please',
		description: 'The text of the reply; an emoji counts as one or more characters',
	},
	list: {
		placeholder: 'e.g. Yes, No, Later',
		description: 'Comma-separated replies, or an expression that returns a list',
	},
});

export const messageContentFields: INodeProperties[] = [
	messageTypeField,
	textField,
	binaryFileField,
	urlField,
	inputBinaryField,
	questionField,
	...updateDisplayOptions({ show: { messageType: ['quickReply'] } }, replies.fields),
];

/**
 * Reads only the fields that the message type uses.
 *
 * @param parameters the message's parameters
 * @param item the item's parameters, which include its files and options
 */
export function readMessageContent(
	parameters: ParameterSet,
	item: ItemParameters,
): MessageContent | FileMessage {
	const type = readChoice(parameters, messageTypeField);
	if (type === 'text') return { type, text: readFilledText(parameters.get(textField)) };
	if (type === 'quickReply') {
		const title = readFilledText(parameters.get(questionField));
		return { type: 'quick_reply', title, replies: readReplies(parameters) };
	}
	if (readBoolean(parameters.get(binaryFileField))) return readFileMessage(type, parameters, item);
	const field = parameters.get(urlField);
	const url = readFilledText(field).trim();
	if (/^https?:\/\//i.test(url) && URL.canParse(url)) return { type, url };
	throw new ParameterError(
		`${field.label} is not a web address`,
		'Enter the full URL of the file, starting with https://.',
	);
}

/** Counts Unicode code points, because the service doesn't document how it counts characters. */
function readReplies(parameters: ParameterSet): string[] {
	const list = replies.read(parameters);
	const texts = list.entries.map((text) => text.trim());
	const repeated = texts.find((text, index) => texts.indexOf(text) < index);
	if (repeated !== undefined) {
		throw new ParameterError(
			`${list.owner} the reply ${quoted(repeated)} more than once`,
			'Remove one of them, or change its text.',
		);
	}
	const tooLong = list.entries.find((text) => Array.from(text).length > limits.charactersPerReply);
	if (tooLong === undefined) return assertMaxItems(list);
	throw new ParameterError(
		`${list.owner} a reply of ${String(Array.from(tooLong).length)} characters, but the service accepts at most ${String(limits.charactersPerReply)}: ${quoted(tooLong)}`,
		'Shorten the reply and put details into the question.',
	);
}
