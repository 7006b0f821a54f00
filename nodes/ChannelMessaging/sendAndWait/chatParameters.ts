import type { INodeProperties } from 'n8n-workflow';

import { limits } from '../client/documentedLimits';
import { visibleName } from '../parameters/visibleName';
import { assertMaxItems } from '../parameters/maxEntriesPerRequest';
import { optionsOf } from '../parameters/optionsCollection';
import { ParameterError } from '../parameters/parameterError';
import type { HintedProperty, ParameterSet, ParameterValue } from '../parameters/parameterTypes';
import { quoted } from '../parameters/quoted';
import { readRows } from '../parameters/readRows';
import { choiceField, readChoice } from '../parameters/readChoice';
import { readFilledText } from '../parameters/readText';
import { characterCount } from '../texts/characterCount';
import { folded } from '../texts/foldedText';
import type { OfferedReply } from './chosenReply';
import { shownFor } from './responseType';

const chatNotice: INodeProperties = {
	displayName:
		"Requires the custom field 'n8nQuestion' in the channel and a second workflow, which receives the contact's messages and executes 'Pass On Reply'. n8n must be able to open its own public address. Each question needs three contact requests, and each answer one or two.",
	name: 'chatNotice',
	type: 'notice',
	default: '',
	displayOptions: shownFor('replyInChat'),
};

const answerWithField = choiceField({
	displayName: 'Answer With',
	name: 'answerWith',
	type: 'options',
	noDataExpression: true,
	default: 'quickReplies',
	description: "Which of the contact's messages count as the answer",
	options: [
		{ name: 'Any Text', value: 'anyText', description: "The contact's next message" },
		{
			name: 'Quick Replies',
			value: 'quickReplies',
			description: 'One of the replies, tapped or typed',
		},
	],
	displayOptions: shownFor('replyInChat'),
});

const textColumn: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Yes, please',
	description: 'The text of the reply; an emoji counts as one or more characters',
};

const meaningColumn = choiceField({
	displayName: 'Meaning',
	name: 'meaning',
	type: 'options',
	default: 'none',
	description: 'The value of data.approved in the output',
	options: [
		{ name: 'Approve', value: 'approve', description: 'Sets data.approved to true' },
		{ name: 'Decline', value: 'decline', description: 'Sets data.approved to false' },
		{ name: 'None', value: 'none', description: 'Leaves out data.approved' },
	],
});

const approvedBy = { approve: true, decline: false, none: undefined } as const;

const replyRow = { displayName: 'Reply', name: 'reply', values: [textColumn, meaningColumn] };

const quickRepliesField: HintedProperty = {
	displayName: 'Quick Replies',
	name: 'quickReplies',
	type: 'fixedCollection',
	default: { reply: [{ text: '', meaning: 'none' }] },
	required: true,
	placeholder: 'Add Reply',
	description: `Up to ${String(limits.repliesPerMessage)} answers that the contact can tap, each with up to ${String(limits.charactersPerReply)} characters`,
	builderHint: {
		propertyHint:
			'Rows: { "reply": [{ "text": "Yes", "meaning": "approve" }, { "text": "No", "meaning": "decline" }] }. Without an approval, leave out meaning.',
	},
	typeOptions: {
		multipleValues: true,
		sortable: true,
		minRequiredFields: 1,
		maxAllowedFields: limits.repliesPerMessage,
	},
	options: [replyRow],
	displayOptions: { show: { ...shownFor('replyInChat').show, answerWith: ['quickReplies'] } },
};

export const chatFields: INodeProperties[] = [chatNotice, answerWithField, quickRepliesField];

/** The custom field that stores the open question until the contact replies. */
export const questionFieldOption: INodeProperties = {
	displayName: 'Question Field',
	name: 'questionField',
	type: 'string',
	default: 'n8nQuestion',
	placeholder: 'e.g. n8nQuestion',
	description:
		"The contact's custom field that stores the open question, encrypted. Use it only for this, and enter the same name in 'Pass On Reply'.",
};

export const ifQuestionOpenOption = choiceField({
	displayName: 'If a Question Is Open',
	name: 'ifQuestionOpen',
	type: 'options',
	default: 'fail',
	description: "What to do if another execution is still waiting for the contact's answer",
	options: [
		{ name: 'Fail', value: 'fail', description: 'The item fails, and nothing is sent' },
		{
			name: 'Replace It',
			value: 'replace',
			description:
				'The other execution continues without an answer, with data.replaced set to true',
		},
	],
	displayOptions: shownFor('replyInChat'),
});

export function readQuestionField(parameters: ParameterSet): string {
	const options = optionsOf(parameters);
	const option = options.get(questionFieldOption);
	if (!options.has(questionFieldOption)) return String(questionFieldOption.default);
	return readFilledText({ ...option, value: visibleName(readFilledText(option)) });
}

export function readReplacesOpenQuestion(parameters: ParameterSet): boolean {
	return readChoice(optionsOf(parameters), ifQuestionOpenOption) === 'replace';
}

export function chatTexts(parameters: ParameterSet): ParameterValue[] {
	return hasQuickReplies(parameters) ? [parameters.get(quickRepliesField)] : [];
}

/** Returns the quick replies. If the list is empty, any text is an answer. */
export function readChatReplies(parameters: ParameterSet): OfferedReply[] {
	if (!hasQuickReplies(parameters)) return [];
	const field = parameters.get(quickRepliesField);
	const errorStart = `${field.label} has`;
	const replies = readRows(field, replyRow).map((columns): OfferedReply => {
		const text = readFilledText(columns.get(textColumn)).trim();
		return { text, approved: approvedBy[readChoice(columns, meaningColumn)] };
	});
	if (replies.length === 0) {
		throw new ParameterError(`${field.label} is empty`, 'Enter at least one reply.');
	}
	for (const [index, { text }] of replies.entries())
		assertUsable(text, replies.slice(0, index), errorStart);
	const list = {
		entries: replies,
		errorStart,
		noun: 'replies',
		maxCount: limits.repliesPerMessage,
	};
	return assertMaxItems(list, 'ask several questions');
}

function hasQuickReplies(parameters: ParameterSet): boolean {
	return readChoice(parameters, answerWithField) === 'quickReplies';
}

/**
 * Throws if the reply is too long or isn't clearly different from the other replies. The service's
 * documentation doesn't define a character, so the length is counted in code points.
 */
function assertUsable(text: string, others: readonly OfferedReply[], errorStart: string): void {
	const length = characterCount(text);
	if (length > limits.charactersPerReply) {
		throw new ParameterError(
			`${errorStart} a reply of ${String(length)} characters, but the service accepts at most ${String(limits.charactersPerReply)}: ${quoted(text)}`,
			'Shorten the reply and put details into the question.',
		);
	}
	const equal = others.find((other) => folded(other.text) === folded(text));
	if (equal !== undefined || folded(text) === '') {
		throw new ParameterError(
			equal === undefined
				? `${errorStart} a reply without visible characters`
				: `${errorStart} two replies that count as the same: ${quoted(equal.text)} and ${quoted(text)}`,
			'Change the text of the reply, so that the answer is clear.',
		);
	}
}
