import type { Message } from '../../api/message';
import { contactField, readContact } from '../../parameters/contact/contact';
import { messageContentFields, readMessageContent } from '../../parameters/message/messageContent';
import {
	testWithoutSendingOption,
	forceCancelSurveyOption,
	idempotencyKeyOption,
	ifContactNotFoundOption,
	readSwitch,
	resendWhenUnsureOption,
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
			"Running the workflow again sends them again, unless they carry a key ('Send Once per Key').",
	},
	properties: [contactField, ...messageContentFields],
	options: [
		testWithoutSendingOption,
		forceCancelSurveyOption,
		idempotencyKeyOption,
		ifContactNotFoundOption,
		resendWhenUnsureOption,
	],
	prepare(parameters) {
		const contact = readContact(parameters);
		const message: Message = {
			content: readMessageContent(parameters),
			forceCancelSurvey: readSwitch(parameters, forceCancelSurveyOption),
		};
		const checksOnly = readSwitch(parameters, testWithoutSendingOption);
		return {
			kind: 'forContact',
			contact,
			checksOnly,
			async perform(channel, contactId) {
				const { content, forceCancelSurvey } = message;
				if (checksOnly) {
					const sent = { content, ...(forceCancelSurvey ? { forceCancelSurvey } : {}) };
					return [{ status: 'checked', ...sent, contactId }];
				}
				const response = await channel.sendMessage(contactId, message);
				const output = describeResponse(response, 'The message was sent');
				return [{ ...output, ...(response.skipped ? {} : { content }), contactId }];
			},
		};
	},
});
