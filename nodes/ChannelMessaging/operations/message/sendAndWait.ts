import type { Message } from '../../api/message';
import { contactField, readContact } from '../../parameters/contact/contact';
import { questionFields, questionOptions, readQuestion } from '../../parameters/message/question';
import {
	forceCancelSurveyOption,
	ifContactNotFoundOption,
	readSwitch,
} from '../../parameters/options/options';
import { questionText } from '../../questions/questionText';
import { describeResponse } from '../../texts/oddResponseText';
import { defineOperation } from '../operation';

/** Section 4.1 (Send message), with links that lead back to the execution. */
export const sendAndWait = defineOperation({
	resource: 'message',
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	description: 'Ask a contact a question, and wait until they answer by a link in the message',
	wording: { things: 'questions', participle: 'sent' },
	repetition: { warning: 'Running the workflow again asks again.' },
	properties: [contactField, ...questionFields],
	options: [forceCancelSurveyOption, ifContactNotFoundOption, ...questionOptions],
	prepare(parameters) {
		const contact = readContact(parameters);
		const question = readQuestion(parameters);
		const forceCancelSurvey = readSwitch(parameters, forceCancelSurveyOption);
		return {
			kind: 'forContact',
			contact,
			question,
			async perform(channel, contactId, linkTo) {
				const message: Message = {
					content: { type: 'text', text: questionText(question, linkTo) },
					forceCancelSurvey,
				};
				const { warning } = describeResponse(
					await channel.sendMessage(contactId, message),
					'The question was sent',
				);
				return [{ contactId, ...(warning === undefined ? {} : { warning }) }];
			},
		};
	},
});
