import type { MessageContent } from '../client/model';
import type { FileMessage } from './binaryFile';
import { messageContentFields, readMessageContent } from './messageContent';
import {
	type HintedProperty,
	type ItemParameters,
	ParameterError,
	type ParameterValue,
} from './parameter';
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
	// `minRequiredFields` would also apply to workflows without the option.
	typeOptions: { multipleValues: true, sortable: true },
	options: [row],
};

/** @param item the parameters of the item, with its files and options */
export function readFurtherMessages(
	option: ParameterValue,
	item: ItemParameters,
): ReadonlyArray<MessageContent | FileMessage> {
	const rows = readRows(option, row);
	if (rows.length > 0) return rows.map((message) => readMessageContent(message, item));
	throw new ParameterError(`${option.label} is empty`, 'Add a message, or remove the option.');
}
