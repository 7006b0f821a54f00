import type { INodeProperties } from 'n8n-workflow';

import type { MessageContent } from '../client/message';
import { limits } from '../client/documentedLimits';
import { characterCount } from '../texts/characterCount';
import { assertMaxItems } from './maxEntriesPerRequest';
import { ParameterError } from './parameterError';
import type { ParameterSet, ParameterValue } from './parameterTypes';
import { quoted } from './quoted';
import { readFilledText } from './readText';
import { textRowsOrList } from './textRowsOrList';

const questionField: INodeProperties = {
	displayName: 'Question',
	name: 'title',
	type: 'string',
	default: '',
	required: true,
	typeOptions: { rows: 2 },
	placeholder: 'e.g. Would you like to book a table?',
	description: 'The question that the replies answer',
};

const replies = textRowsOrList({
	singularNoun: 'Reply',
	noun: 'Replies',
	maxCount: limits.repliesPerMessage,
	maxRows: limits.repliesPerMessage,
	description: 'The answers that the contact can tap',
	hint: `Up to ${String(limits.repliesPerMessage)} replies of up to ${String(limits.charactersPerReply)} characters each`,
	column: {
		displayName: 'Text',
		name: 'text',
		placeholder: 'e.g. Yes, please',
		description: 'The text of the reply; an emoji counts as one or more characters',
	},
	list: {
		placeholder: 'e.g. Yes, No, Later',
		description: 'Comma-separated replies, or an expression that returns a list',
	},
});

export const quickReplyFields = [questionField, ...replies.fields];

export function readQuickReply(parameters: ParameterSet): MessageContent {
	const title = readFilledText(parameters.get(questionField));
	return { type: 'quick_reply', title, replies: readReplies(parameters) };
}

export function quickReplyTexts(parameters: ParameterSet): ParameterValue[] {
	return [parameters.get(questionField), replies.entered(parameters)];
}

/**
 * The service's documentation doesn't define a character, so the length is counted in code points.
 */
function readReplies(parameters: ParameterSet): string[] {
	const list = replies.read(parameters);
	const texts = list.entries.map((text) => text.trim());
	const seen = new Set<string>();
	const repeated = texts.find((text) => seen.size === seen.add(text).size);
	if (repeated !== undefined) {
		throw new ParameterError(
			`${list.errorStart} the reply ${quoted(repeated)} more than once`,
			'Remove one of them, or change its text.',
		);
	}
	const tooLong = list.entries.find((text) => characterCount(text) > limits.charactersPerReply);
	if (tooLong === undefined) return assertMaxItems(list);
	throw new ParameterError(
		`${list.errorStart} a reply of ${String(characterCount(tooLong))} characters, but the service accepts at most ${String(limits.charactersPerReply)}: ${quoted(tooLong)}`,
		'Shorten the reply and put details into the question.',
	);
}
