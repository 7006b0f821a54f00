import { readReplies } from '../../../../nodes/ChannelMessaging/parameters/message/replies';
import { givenParameters } from '../givenParameters';
import { parameterErrorOf } from '../parameterErrorOf';

const rows = (...texts: unknown[]) => ({ replies: { reply: texts.map((text) => ({ text })) } });
const list = (replyList: unknown) => ({ specifyReplies: 'list', replyList });
const read = (given: Record<string, unknown>) => readReplies(givenParameters(given));
const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));

describe('quick replies', () => {
	it('are read in their order, up to 10, from rows or a list', () => {
		expect(read(rows(...numbers(10)))).toEqual(numbers(10));
		expect(read(list(numbers(10)))).toEqual(numbers(10));
	});

	it.each([
		['letters', 'a'.repeat(20)],
		['emoji, of two UTF-16 units each', '😀'.repeat(20)],
		['letters with accents of their own', 'e\u0301'.repeat(10)],
	])('have up to 20 characters: %s', (_, text) => {
		expect(read(rows(text))).toEqual([text]);
	});

	const shorten = 'Shorten the reply and put details into the question.';
	const remove = 'Remove 1, or spread them over several items.';
	it.each([
		[rows(), "'Replies' is empty", 'Give at least one reply.'],
		[rows(null), "'Text' of reply 1 in 'Replies' is empty", 'Enter a value'],
		[
			rows('Yes', '😀'.repeat(21)),
			`'Replies' has a reply of 21 characters, but the service takes at most 20: '${'😀'.repeat(21)}'`,
			shorten,
		],
		[rows(...numbers(11)), "'Replies' has 11 replies, but the service takes at most 10", remove],
		[list(null), "'Reply List' is empty", 'Give at least one reply.'],
		[
			list(['Yes', 'Yes, please call back']),
			"'Reply List' has a reply of 21 characters, but the service takes at most 20: 'Yes, please call back'",
			shorten,
		],
		[list(numbers(11)), "'Reply List' has 11 replies, but the service takes at most 10", remove],
	])('are refused in %j', (given, message, advice) => {
		const fault = parameterErrorOf(() => read(given));
		expect(fault.message).toBe(message);
		expect(fault.advice).toContain(advice);
	});
});
