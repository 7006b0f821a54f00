import { describeUnexpected } from '../../client/unexpectedSuccess';
import type { Message } from '../../client/model';
import { contactField, readContact } from '../../parameters/contact';
import { doubtfulText, sendDoubtfulTextOption } from '../../parameters/doubtfulText';
import {
	forceCancelSurveyOption,
	ifContactNotFoundOption,
	readBooleanOption,
} from '../../parameters/options';
import { readTagsToSkip, skipIfTaggedOption } from '../../parameters/tags';
import { questionText } from '../../sendAndWait/question';
import {
	questionFields,
	questionOptions,
	questionTexts,
	readQuestion,
} from '../../sendAndWait/questionParameters';
import { defineOperation } from '../operation';

export const sendAndWait = defineOperation({
	resource: 'message',
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	description: 'Ask a contact a question, and wait until they answer through a link in the message',
	wording: { noun: 'questions', pastParticiple: 'sent' },
	repetition: {
		warning: 'Running the workflow again asks again.',
		ifUnknown: "The question may have been sent. Don't send it again; tell the user.",
	},
	// A tool can't wait for a person.
	isHiddenInTools: true,
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
			: doubtfulText(questionTexts(parameters));
		if (doubt !== undefined) throw doubt;
		return {
			kind: 'contact',
			contact,
			tagsToSkip: readTagsToSkip(parameters),
			question,
			async perform(channel, contactId, linkTo) {
				const message: Message = {
					content: { type: 'text', text: questionText(question, linkTo) },
					forceCancelSurvey,
				};
				const response = await channel.sendMessage(contactId, message);
				if (response.documented !== undefined) return [{ contactId }];
				const { warning } = describeUnexpected(response, 'The question was sent');
				return [{ contactId, warning }];
			},
		};
	},
});
