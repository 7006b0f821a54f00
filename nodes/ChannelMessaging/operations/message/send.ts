import type { Message } from '../../channel/message';
import { contactField, readContact } from '../../fields/contact';
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
import { type ContactPlan, defineContactOperation } from '../operation';

interface SendPlan extends ContactPlan {
	message: Message;
}

/** Section 4.1. */
export const send = defineContactOperation<SendPlan>({
	resource: 'message',
	value: 'send',
	name: 'Send',
	action: 'Send message',
	description: 'Send one message to a contact',
	wording: { things: 'messages', participle: 'sent' },
	repetition: {
		warning:
			"Running the workflow again sends them again, unless they carry a key ('Send Once Per Key').",
	},
	properties: [
		contactField,
		...messageContentFields,
		optionsField([
			forceCancelSurveyOption,
			resendWhenUnsureOption,
			sendOnceKeyOption,
			timeoutOption,
		]),
	],
	read: (parameters) => ({
		contact: readContact(parameters),
		message: {
			content: readMessageContent(parameters),
			forceCancelSurvey: readSwitch(parameters, forceCancelSurveyOption),
		},
		settings: { ...readSendSettings(parameters), ...readSendOnceKey(parameters) },
	}),
	perform: async (channel, contactId, { message }) => [
		await channel.sendMessage(contactId, message),
	],
});
