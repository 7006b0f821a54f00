import { responseWarning } from '../../client/responseWarning';
import type { Message, MessageContent } from '../../client/message';
import { contactField, readContact } from '../../parameters/contactLocator';
import { type FileMessage, linkExpiresAfterOption } from '../../parameters/binaryFile';
import { doubtfulText, sendDoubtfulTextOption } from '../../parameters/doubtfulText';
import { emptyExpression } from '../../parameters/expressions/emptyExpression';
import {
	furtherMessagesOption,
	furtherMessageTexts,
	readFurtherMessages,
} from '../../parameters/furtherMessages';
import {
	messageContentFields,
	messageTexts,
	readMessageContent,
} from '../../parameters/messageContent';
import { forceCancelSurveyOption } from '../../parameters/forceCancelSurvey';
import { ifContactNotFoundOption } from '../../parameters/ifContactNotFound';
import { optionsOf, readBooleanOption, readSafetyOption } from '../../parameters/optionsCollection';
import { retryWhenUnsureOption } from '../../parameters/retryWhenUnsure';
import { sendIdenticalMessagesOption } from '../../parameters/sendIdenticalMessages';
import { testWithoutSendingOption } from '../../parameters/testWithoutSending';
import { messagesPerMinuteOption } from '../../parameters/messagesPerMinute';
import { sendingHoursOption } from '../../parameters/sendingHoursOption';
import { campaignOption, idempotencyKeyOption } from '../../parameters/sendOnceOptions';
import { readTagsToSkip, skipIfTaggedOption } from '../../parameters/skipIfTagged';
import { defineOperation } from '../operation';
import { sendInOrder } from './sendInOrder';

export const send = defineOperation({
	resource: 'message',
	value: 'send',
	name: 'Send',
	action: 'Send message',
	description: 'Send one message to a contact',
	wording: { noun: 'messages', pastParticiple: 'sent' },
	repetition: {
		warning:
			"Running the workflow again resends all messages, unless 'Send Once per Contact' or 'Send Once per Key' was on.",
		possibleEffect: 'The message may have been sent',
		instruction: "Don't send it again; tell the user.",
	},
	properties: [contactField, ...messageContentFields],
	options: [
		testWithoutSendingOption,
		forceCancelSurveyOption,
		furtherMessagesOption,
		campaignOption,
		idempotencyKeyOption,
		ifContactNotFoundOption,
		linkExpiresAfterOption,
		messagesPerMinuteOption,
		retryWhenUnsureOption,
		sendDoubtfulTextOption,
		sendIdenticalMessagesOption,
		sendingHoursOption,
		skipIfTaggedOption,
	],
	prepare(parameters) {
		const contact = readContact(parameters);
		const first = readMessageContent(parameters, parameters);
		const options = optionsOf(parameters);
		const further = options.has(furtherMessagesOption)
			? readFurtherMessages(options.get(furtherMessagesOption), parameters)
			: [];
		const forceCancelSurvey = readBooleanOption(parameters, forceCancelSurveyOption);
		const checksOnly = readSafetyOption(parameters, testWithoutSendingOption);
		const texts = [
			...messageTexts(parameters),
			...(further.length > 0 ? furtherMessageTexts(options.get(furtherMessagesOption)) : []),
		];
		const doubt = readBooleanOption(parameters, sendDoubtfulTextOption)
			? undefined
			: doubtfulText(texts, parameters.input);
		if (doubt !== undefined && !checksOnly) throw doubt;
		return {
			kind: 'contact',
			contact,
			checksOnly,
			messageCount: 1 + further.length,
			namesContact: true,
			doubtfulText: doubt,
			emptyExpression: emptyExpression(texts, parameters.input),
			sendsIdenticalMessages: readBooleanOption(parameters, sendIdenticalMessagesOption),
			delaysMs: further.map(({ delayMs }) => delayMs),
			sendsFileLink: [first, ...further.map(({ message }) => message)].some(isFileMessage),
			tagsToSkip: readTagsToSkip(parameters),
			async perform({ channel, contactId }) {
				const message = await linked(first);
				const { content } = message;
				const messages = [{ ...message, delayMs: 0 }];
				// All links are created before any message is sent, because a file may be missing.
				for (const each of further) {
					messages.push({ ...(await linked(each.message)), delayMs: each.delayMs });
				}
				if (checksOnly) {
					const contents = messages.map((each) => ({ content: each.content }));
					const listed = further.length > 0 ? { messages: contents } : { content };
					const sent = { ...listed, ...(forceCancelSurvey ? { forceCancelSurvey } : {}) };
					return [{ status: 'ready', ...sent, contactId }];
				}
				if (further.length > 0) {
					const inOrder = messages.map((each) => ({ ...each, forceCancelSurvey }));
					return [await sendInOrder(channel, contactId, inOrder)];
				}
				const response = await channel.sendMessage(contactId, { ...message, forceCancelSurvey });
				const output = response.documented ?? responseWarning(response, 'The message was sent');
				return [{ ...output, ...(response.skipped ? {} : { content }), contactId }];
			},
		};
	},
});

function isFileMessage(message: MessageContent | FileMessage): message is FileMessage {
	return 'createLink' in message;
}

async function linked(
	message: MessageContent | FileMessage,
): Promise<Pick<Message, 'content' | 'file'>> {
	if (!isFileMessage(message)) return { content: message };
	const file = await message.createLink();
	return { content: { type: message.type, url: file.url }, file };
}
