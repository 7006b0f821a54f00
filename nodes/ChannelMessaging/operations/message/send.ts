import type { Message } from '../../channel/message';
import { contactIdField, readContactId } from '../../fields/contactId';
import { messageContentFields, readMessageContent } from '../../fields/messageContent';
import {
	forceCancelSurveyOption,
	optionsField,
	readSendSettings,
	readSwitch,
	resendWhenUnsureOption,
	timeoutOption,
} from '../../fields/options';
import { readSendOnceKey, sendOnceKeyOption } from '../../fields/sendOnceKey';
import { defineOperation, type Plan } from '../operation';

interface SendPlan extends Plan {
	contactId: string;
	message: Message;
}

/** Section 4.1. */
export const send = defineOperation<SendPlan>({
	resource: 'message',
	value: 'send',
	name: 'Send',
	action: 'Send message',
	description: 'Send one message to a contact',
	wording: { things: 'messages', participle: 'sent' },
	properties: [
		contactIdField,
		...messageContentFields,
		optionsField([
			forceCancelSurveyOption,
			resendWhenUnsureOption,
			sendOnceKeyOption,
			timeoutOption,
		]),
	],
	read: (parameters) => ({
		contactId: readContactId(parameters),
		message: {
			content: readMessageContent(parameters),
			forceCancelSurvey: readSwitch(parameters, forceCancelSurveyOption),
		},
		settings: { ...readSendSettings(parameters), ...readSendOnceKey(parameters) },
	}),
	perform: async (channel, { contactId, message }) => [
		await channel.sendMessage(contactId, message),
	],
});
