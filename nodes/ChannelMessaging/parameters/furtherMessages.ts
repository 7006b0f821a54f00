import type { MessageContent } from '../client/model';
import type { FileMessage } from './binaryFile';
import { messageContentFields, messageTexts, readMessageContent } from './messageContent';
import { ParameterError } from './parameterError';
import type { HintedProperty, ItemParameters, ParameterValue } from './parameterTypes';
import { readRows } from './readers';

const row = { displayName: 'Message', name: 'message', values: messageContentFields };

export const furtherMessagesOption: HintedProperty = {
	displayName: 'Further Messages',
	name: 'furtherMessages',
	type: 'fixedCollection',
	default: { message: [{ messageType: 'text', text: '' }] },
	placeholder: 'Add Message',
	description:
		'Messages to send to the contact after the first one, in this order. If one fails, the following ones are not sent.',
	builderHint: {
		propertyHint:
			'Rows: { "message": [{ "messageType": "image", "url": "…" }] }, with the same parameters as the first message.',
	},
	// Doesn't set `minRequiredFields`, because n8n would enforce it even if the option isn't added.
	typeOptions: { multipleValues: true, sortable: true },
	options: [row],
};

/** @param item the item's parameters, which include its files and options */
export function readFurtherMessages(
	option: ParameterValue,
	item: ItemParameters,
): ReadonlyArray<MessageContent | FileMessage> {
	const rows = readRows(option, row);
	if (rows.length > 0) return rows.map((message) => readMessageContent(message, item));
	throw new ParameterError(`${option.label} is empty`, 'Add a message, or remove the option.');
}

export function furtherMessageTexts(option: ParameterValue): ParameterValue[] {
	return readRows(option, row).flatMap(messageTexts);
}
