import type { INodeProperties } from 'n8n-workflow';

import type { MessageContent } from '../client/message';
import type { FileMessage } from './binaryFile';
import { messageContentFields, messageTexts, readMessageContent } from './messageContent';
import { ParameterError } from './parameterError';
import type { HintedProperty, ItemParameters, ParameterValue } from './parameterTypes';
import { quotedOrKind } from './quoted';
import { readRows } from './readRows';
import { readNumber } from './readNumber';

/** The maximum is low because the execution keeps running during a delay. */
const maxDelaySeconds = 60;

const delayField: INodeProperties = {
	displayName: 'Delay Before (Seconds)',
	name: 'delayBefore',
	type: 'number',
	default: 0,
	typeOptions: { minValue: 0, maxValue: maxDelaySeconds },
	description: `How long to wait after the previous message to this contact, up to ${String(maxDelaySeconds)} seconds. Other contacts don't wait.`,
};

const row = {
	displayName: 'Message',
	name: 'message',
	values: [...messageContentFields, delayField],
};

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
			'Rows: { "message": [{ "messageType": "image", "url": "…" }] }, with the same parameters as the first message, and delayBefore in seconds.',
	},
	// `minRequiredFields` isn't set, because n8n would enforce it even if the user doesn't add the
	// option.
	typeOptions: { multipleValues: true, sortable: true },
	options: [row],
};

interface FurtherMessage {
	message: MessageContent | FileMessage;
	/** The pause after the previous message to the same contact. */
	delayMs: number;
}

/** @param item the item's parameters, including its files and options */
export function readFurtherMessages(
	option: ParameterValue,
	item: ItemParameters,
): readonly FurtherMessage[] {
	const rows = readRows(option, row);
	if (rows.length > 0) {
		return rows.map((message) => ({
			message: readMessageContent(message, item),
			delayMs: readDelaySeconds(message.get(delayField)) * 1_000,
		}));
	}
	throw new ParameterError(`${option.label} is empty`, 'Add a message, or remove the option.');
}

function readDelaySeconds({ value, label }: ParameterValue): number {
	// In older workflows, which don't have this parameter, messages have no delay. An expression
	// without a value returns `null`.
	const seconds = readNumber(value === undefined ? 0 : value);
	if (seconds >= 0 && seconds <= maxDelaySeconds) return seconds;
	throw new ParameterError(
		`${label} is ${quotedOrKind(value)}, which is not between 0 and ${String(maxDelaySeconds)}`,
		'Enter the number of seconds to wait before this message.',
	);
}

export function furtherMessageTexts(option: ParameterValue): ParameterValue[] {
	return readRows(option, row).flatMap(messageTexts);
}
