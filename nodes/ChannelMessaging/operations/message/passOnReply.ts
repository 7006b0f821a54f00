import type { INodeProperties } from 'n8n-workflow';

import { passReplyToOpenQuestion } from '../../chat/passReplyToOpenQuestion';
import { contactField, readContact } from '../../parameters/contactLocator';
import { ifContactNotFoundOption } from '../../parameters/ifContactNotFound';
import { optionsOf } from '../../parameters/optionsCollection';
import { ParameterError } from '../../parameters/parameterError';
import type { ParameterValue } from '../../parameters/parameterTypes';
import { readFilledText, readText } from '../../parameters/readText';
import { questionFieldOption, readQuestionField } from '../../sendAndWait/chatParameters';
import { maxReplyCharacters } from '../../sendAndWait/questionSizeLimits';
import { defineOperation } from '../operation';

const notice: INodeProperties = {
	displayName:
		"Check for opt-outs ahead of this node, or STOP may count as an answer. Turn on 'Authentication' in the Webhook node, or anyone who can call it can answer as a contact.",
	name: 'passOnReplyNotice',
	type: 'notice',
	default: '',
};

const textField: INodeProperties = {
	displayName: 'Text',
	name: 'replyText',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. {{ $json.body.text }}',
	description: "The text of the contact's message, as your provider delivered it",
};

const messageIdOption: INodeProperties = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.body.messageId }}',
	description:
		"Your provider's ID for the message. A message that is delivered twice then answers only one question.",
};

export const passOnReply = defineOperation({
	resource: 'message',
	value: 'passOnReply',
	name: 'Pass On Reply',
	action: 'Pass on reply',
	description: "Answer a contact's open question with a message that the contact wrote",
	wording: { noun: 'replies', pastParticiple: 'passed on' },
	repetition: 'harmless',
	notInTools: {
		message:
			"'Pass On Reply' isn't available as an agent's tool, because the agent could approve its own actions",
		advice: "Use the node in the workflow that your provider's webhook starts.",
	},
	properties: [notice, contactField, textField],
	options: [ifContactNotFoundOption, messageIdOption, questionFieldOption],
	prepare(parameters) {
		const contact = readContact(parameters);
		const field = readQuestionField(parameters);
		const text = readReply(parameters.get(textField));
		const options = optionsOf(parameters);
		const messageId = options.has(messageIdOption)
			? readFilledText(options.get(messageIdOption))
			: undefined;
		return {
			kind: 'contact',
			contact,
			chatMessageId: messageId,
			async perform({ contactId, openChat }) {
				return [await passReplyToOpenQuestion(openChat(), { contactId, field, text, messageId })];
			},
		};
	},
});

/**
 * The text may be empty, for example if the reply is an image. An empty text doesn't answer a
 * question.
 */
function readReply(parameter: ParameterValue): string {
	const text = readText(parameter);
	if (text.length <= maxReplyCharacters) return text;
	throw new ParameterError(
		`${parameter.label} has ${text.length.toLocaleString('en-US')} characters, but a reply can have up to ${maxReplyCharacters.toLocaleString('en-US')}`,
		'Check the expression.',
	);
}
