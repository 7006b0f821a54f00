import type { Message } from '../../api/message';
import { contactField, readContact } from '../../parameters/contact/contact';
import { messageContentFields, readMessageContent } from '../../parameters/message/messageContent';
import { idempotencyKeyOption, readIdempotencyKey } from '../../parameters/options/idempotencyKey';
import {
	forceCancelSurveyOption,
	optionsField,
	readSendSettings,
	readSwitch,
	resendWhenUnsureOption,
	timeoutOption,
} from '../../parameters/options/options';
import { describeResponse } from '../../texts/oddResponseText';
import { defineOperation } from '../operation';

/** Section 4.1 (Send message). */
export const send = defineOperation({
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
			idempotencyKeyOption,
			timeoutOption,
		]),
	],
	prepare(parameters) {
		const contact = readContact(parameters);
		const message: Message = {
			content: readMessageContent(parameters),
			forceCancelSurvey: readSwitch(parameters, forceCancelSurveyOption),
		};
		return {
			kind: 'forContact',
			contact,
			settings: { ...readSendSettings(parameters), ...readIdempotencyKey(parameters) },
			perform: async (channel, contactId) => [
				describeResponse(await channel.sendMessage(contactId, message), 'The message was sent'),
			],
		};
	},
});
