import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import type { MessageContent } from '../client/message';
import {
	attachmentTypes,
	binaryFileField,
	type FileMessage,
	inputBinaryField,
	readFileMessage,
} from './binaryFile';
import { ParameterError } from './parameterError';
import type {
	HintedProperty,
	ItemParameters,
	ParameterSet,
	ParameterValue,
} from './parameterTypes';
import { quickReplyFields, quickReplyTexts, readQuickReply } from './quickReplies';
import { choiceField, readChoice } from './readChoice';
import { readBoolean } from './readBoolean';
import { readFilledText } from './readText';

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
		{ name: 'Audio', value: 'audio', description: 'An audio file from the workflow or from a URL' },
		{ name: 'File', value: 'file', description: 'Any file from the workflow or from a URL' },
		{ name: 'Image', value: 'image', description: 'An image from the workflow or from a URL' },
		{
			name: 'Quick Reply',
			value: 'quickReply',
			description: 'A question with answers that the contact can tap',
		},
		{ name: 'Text', value: 'text', description: 'Plain text' },
		{ name: 'Video', value: 'video', description: 'A video from the workflow or from a URL' },
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
 * Not `required`. Otherwise, n8n would reject workflows in which an expression turns on *Binary
 * File*, which replaces the URL.
 */
const urlField: HintedProperty = {
	displayName: 'URL',
	name: 'url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://files.example.com/menu.pdf',
	description:
		"The URL of a file of the chosen type. To send a file from the workflow, turn on 'Binary File' instead.",
	builderHint: {
		propertyHint:
			"A public URL. The service downloads the file itself, so links that require a login and addresses in a private network don't work.",
	},
	hint: 'A public address that the service can open without signing in',
	displayOptions: { show: { messageType: attachmentTypes, binaryData: [false] } },
};

export const messageContentFields: INodeProperties[] = [
	messageTypeField,
	textField,
	binaryFileField,
	urlField,
	inputBinaryField,
	...updateDisplayOptions({ show: { messageType: ['quickReply'] } }, quickReplyFields),
];

/**
 * @param parameters the message's parameters
 * @param item the item's parameters, including its files and options
 */
export function readMessageContent(
	parameters: ParameterSet,
	item: ItemParameters,
): MessageContent | FileMessage {
	const type = readChoice(parameters, messageTypeField);
	if (type === 'text') return { type, text: readFilledText(parameters.get(textField)) };
	if (type === 'quickReply') return readQuickReply(parameters);
	if (readBoolean(parameters.get(binaryFileField))) return readFileMessage(type, parameters, item);
	const field = parameters.get(urlField);
	const url = readFilledText(field).trim();
	if (/^https?:\/\//i.test(url) && URL.canParse(url)) return { type, url };
	throw new ParameterError(
		`${field.label} is not a web address`,
		'Enter the full URL of the file, starting with https://.',
	);
}

export function messageTexts(parameters: ParameterSet): ParameterValue[] {
	const type = readChoice(parameters, messageTypeField);
	if (type === 'text') return [parameters.get(textField)];
	if (type === 'quickReply') return quickReplyTexts(parameters);
	return readBoolean(parameters.get(binaryFileField)) ? [] : [parameters.get(urlField)];
}
