import {
	readReplies,
	repliesFields,
} from '../../../../nodes/ChannelMessaging/parameters/message/replies';
import { parameterErrorOf } from '../parameterErrorOf';
import { givenParameters } from '../givenParameters';

const readRaw = (replies: unknown) => readReplies(givenParameters({ replies }));
const readList = (replyList: unknown) =>
	readReplies(givenParameters({ specifyReplies: 'list', replyList }));
const read = (...texts: unknown[]) => readRaw({ reply: texts.map((text) => ({ text })) });
const texts = (count: number) => Array.from({ length: count }, (_, index) => String(index));

describe('quick replies', () => {
	it('are read in their order', () => {
		expect(read('Yes, please', 'No')).toEqual(['Yes, please', 'No']);
	});

	it('may be numbers and booleans, which become text', () => {
		expect(read(8, false)).toEqual(['8', 'false']);
	});

	it('are at most 10', () => {
		expect(read(...texts(10))).toHaveLength(10);
		expect(parameterErrorOf(() => read(...texts(11))).message).toBe(
			"'Replies' has 11 replies, but the service takes at most 10",
		);
		expect(parameterErrorOf(() => readList(texts(11))).message).toBe(
			"'Reply List' has 11 replies, but the service takes at most 10",
		);
	});

	it.each([
		['letters', 'a'.repeat(20)],
		['emoji, of two UTF-16 units each', '😀'.repeat(20)],
		['letters with accents of their own', 'e\u0301'.repeat(10)],
	])('have up to 20 characters: %s', (_, text) => {
		expect(read(text)).toEqual([text]);
	});

	it.each([
		['letters', 'a'.repeat(21)],
		['emoji', '😀'.repeat(21)],
		['families, of five code points each and one more', `${'👩‍👩‍👧'.repeat(4)}!`],
	])('have no more than 20 characters: %s', (_, text) => {
		const fault = parameterErrorOf(() => read('Yes', text));
		expect(fault.message).toBe(
			"'Text' of reply 2 in 'Replies' has 21 characters, but the service takes at most 20",
		);
		expect(fault.advice).toBe('Shorten the reply and put details into the question.');
	});

	it.each([
		['', "'Text' of reply 1 in 'Replies' is empty"],
		[null, "'Text' of reply 1 in 'Replies' is empty"],
		[['Yes', 'No'], "'Text' of reply 1 in 'Replies' is a list, but must be text"],
		['\uD83D', "'Text' of reply 1 in 'Replies' contains half a character, which can't be sent"],
	])('cannot be %j', (text, message) => {
		expect(parameterErrorOf(() => read(text)).message).toBe(message);
	});

	it('are at least one', () => {
		const fault = parameterErrorOf(() => readRaw({ reply: [] }));
		expect(fault.message).toBe("'Replies' is empty");
		expect(fault.advice).toBe('Add at least one reply.');
	});

	it.each([
		[
			['Yes, please', 'No'],
			['Yes, please', 'No'],
		],
		['Yes, No', ['Yes', 'No']],
	])('may be one list: %j', (list, replies) => {
		expect(readList(list)).toEqual(replies);
	});

	it('of a list are checked like any', () => {
		const fault = parameterErrorOf(() => readList(null));
		expect(fault.message).toBe("'Reply List' is empty");
		expect(fault.advice).toBe('Give at least one reply.');
		expect(parameterErrorOf(() => readList(['Yes', 'a'.repeat(21)])).message).toBe(
			"'Reply List', entry 2, has 21 characters, but the service takes at most 20",
		);
	});

	it('have their limits in the editor too', () => {
		const rows = repliesFields.find(({ name }) => name === 'replies');
		expect(rows?.typeOptions).toMatchObject({
			multipleValues: true,
			minRequiredFields: 1,
			maxAllowedFields: 10,
		});
	});
});
