import { askInChat } from '../../chat/askInChat';
import { responseWarning } from '../../client/responseWarning';
import type { Message } from '../../client/message';
import { contactField, readContact } from '../../parameters/contactLocator';
import { doubtfulText, sendDoubtfulTextOption } from '../../parameters/doubtfulText';
import { emptyExpression } from '../../parameters/expressions/emptyExpression';
import { forceCancelSurveyOption } from '../../parameters/forceCancelSurvey';
import { ifContactNotFoundOption } from '../../parameters/ifContactNotFound';
import { readBooleanOption } from '../../parameters/optionsCollection';
import { readTagsToSkip, skipIfTaggedOption } from '../../parameters/skipIfTagged';
import { readQuestionField, readReplacesOpenQuestion } from '../../sendAndWait/chatParameters';
import { questionContent } from '../../sendAndWait/question';
import {
	questionFields,
	questionOptions,
	questionTexts,
	readQuestion,
} from '../../sendAndWait/questionParameters';
import { endOfWaitInChat } from '../../sendAndWait/waitLimit';
import { defineOperation } from '../operation';

export const sendAndWait = defineOperation({
	resource: 'message',
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	description: 'Ask a contact a question and wait until they answer on a page or in the chat',
	wording: { noun: 'questions', pastParticiple: 'sent' },
	repetition: {
		warning: 'Running the workflow again repeats the question.',
		possibleEffect: 'The question may have been sent',
		instruction: "Don't send it again; tell the user.",
	},
	notInTools: {
		message:
			"'Send and Wait for Response' waits for a person, so it isn't available as an agent's tool",
		advice: 'Add the node as a human review step between the agent and its tool.',
	},
	properties: [contactField, ...questionFields],
	options: [
		forceCancelSurveyOption,
		ifContactNotFoundOption,
		sendDoubtfulTextOption,
		skipIfTaggedOption,
		...questionOptions,
	],
	prepare(parameters) {
		const contact = readContact(parameters);
		const question = readQuestion(parameters);
		const forceCancelSurvey = readBooleanOption(parameters, forceCancelSurveyOption);
		const doubt = readBooleanOption(parameters, sendDoubtfulTextOption)
			? undefined
			: doubtfulText(questionTexts(parameters), parameters.input);
		if (doubt !== undefined) throw doubt;
		const saved =
			question.form.kind === 'chat'
				? {
						field: readQuestionField(parameters),
						replacesOpenQuestion: readReplacesOpenQuestion(parameters),
					}
				: undefined;
		return {
			kind: 'contact',
			contact,
			emptyExpression: emptyExpression(questionTexts(parameters), parameters.input),
			tagsToSkip: readTagsToSkip(parameters),
			question,
			async perform({ channel, contactId, linkTo, openChat }) {
				const message: Message = { content: questionContent(question, linkTo), forceCancelSurvey };
				const send = async () => await channel.sendMessage(contactId, message);
				const response =
					saved === undefined
						? await send()
						: await askInChat(
								openChat(),
								{
									...saved,
									contactId,
									link: linkTo({}),
									expiresAt: endOfWaitInChat(question.limit),
								},
								send,
							);
				if (response.documented !== undefined) return [{ contactId }];
				const { warning } = responseWarning(response, 'The question was sent');
				return [{ contactId, warning }];
			},
		};
	},
});
