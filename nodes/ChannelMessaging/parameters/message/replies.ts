import { limits } from '../../api/limits';
import type { Parameters } from '../given';
import { ParameterError } from '../parameterError';
import { inOneCall } from '../values/cappedList';
import { quoted } from '../values/text';
import { textEntries } from '../values/textEntries';

const replies = textEntries({
	thing: 'Reply',
	things: 'Replies',
	cap: limits.repliesPerMessage,
	description: 'The answers that the contact can tap',
	hint: `Up to ${String(limits.repliesPerMessage)} replies of up to ${String(limits.charactersPerReply)} characters each`,
	column: {
		displayName: 'Text',
		name: 'text',
		placeholder: 'e.g. Yes, please',
		description: 'The text of the reply; an emoji counts as one character or more',
	},
	list: {
		placeholder: 'e.g. Yes, No, Later',
		description: 'The replies with commas in between, or an expression that gives a list',
	},
});

export const repliesFields = replies.fields;

/**
 * The replies of a quick reply. Characters are counted as code points: the document doesn't say how
 * the service counts, and a family emoji is several of them in any case.
 */
export function readReplies(parameters: Parameters): string[] {
	const list = replies.read(parameters);
	const tooLong = list.entries.find((text) => lengthOf(text) > limits.charactersPerReply);
	if (tooLong === undefined) return inOneCall(list);
	throw new ParameterError(
		`${list.holder} a reply of ${String(lengthOf(tooLong))} characters, but the service takes at most ${String(limits.charactersPerReply)}: ${quoted(tooLong)}`,
		'Shorten the reply and put details into the question.',
	);
}

function lengthOf(text: string): number {
	return Array.from(text).length;
}
