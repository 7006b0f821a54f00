import { describeResponse } from '../../client/errorMessages';
import type { MessageContent } from '../../client/model';
import { contactField, readContact } from '../../parameters/contact';
import { type FileMessage, linkExpiresAfterOption } from '../../parameters/binaryFile';
import { messageContentFields, readMessageContent } from '../../parameters/messageContent';
import {
	forceCancelSurveyOption,
	idempotencyKeyOption,
	ifContactNotFoundOption,
	readBooleanOption,
	retryWhenUnsureOption,
	testWithoutSendingOption,
} from '../../parameters/options';
import { readSkipIfTagged, skipIfTaggedOption } from '../../parameters/tags';
import { defineOperation } from '../operation';

/** Sends a message (section 4.1, Send message). */
export const send = defineOperation({
	resource: 'message',
	value: 'send',
	name: 'Send',
	action: 'Send message',
	description: 'Send one message to a contact',
	wording: { noun: 'messages', pastParticiple: 'sent' },
	repetition: {
		warning: "Running the workflow again resends all messages without a key ('Send Once per Key').",
	},
	properties: [contactField, ...messageContentFields],
	options: [
		testWithoutSendingOption,
		forceCancelSurveyOption,
		idempotencyKeyOption,
		ifContactNotFoundOption,
		linkExpiresAfterOption,
		retryWhenUnsureOption,
		skipIfTaggedOption,
	],
	prepare(parameters) {
		const contact = readContact(parameters);
		const message = readMessageContent(parameters);
		const forceCancelSurvey = readBooleanOption(parameters, forceCancelSurveyOption);
		const checksOnly = readBooleanOption(parameters, testWithoutSendingOption);
		return {
			kind: 'contact',
			contact,
			checksOnly,
			sendsFileLink: isFileMessage(message),
			skipIfTagged: readSkipIfTagged(parameters),
			async perform(channel, contactId) {
				const content = isFileMessage(message) ? await withLink(message) : message;
				if (checksOnly) {
					const sent = { content, ...(forceCancelSurvey ? { forceCancelSurvey } : {}) };
					return [{ status: 'ready', ...sent, contactId }];
				}
				const response = await channel.sendMessage(contactId, { content, forceCancelSurvey });
				const output = describeResponse(response, 'The message was sent');
				return [{ ...output, ...(response.skipped ? {} : { content }), contactId }];
			},
		};
	},
});

function isFileMessage(message: MessageContent | FileMessage): message is FileMessage {
	return 'createLink' in message;
}

async function withLink({ type, createLink }: FileMessage): Promise<MessageContent> {
	return { type, url: await createLink() };
}
