import {
	messageContentFields,
	readMessageContent,
} from '../../../nodes/ChannelMessaging/parameters/messageContent';
import { givenParameters } from './givenParameters';
import { parameterErrorOf } from './parameterErrorOf';

const url = 'https://files.example.com/menu.pdf';
const replies = { reply: [{ text: 'Yes' }, { text: 'No' }] };
const everything = { text: 'Hello', url, title: 'A table?', replies };
const read = (values: Record<string, unknown>) =>
	readMessageContent(givenParameters({ ...everything, ...values }));

const quickReply = { type: 'quick_reply', title: 'A table?', replies: ['Yes', 'No'] };
const quickReplyFields = ['title', 'specifyReplies', 'replies', 'replyList'];

it.each([
	['text', ['text'], { type: 'text', text: 'Hello' }],
	['audio', ['url'], { type: 'audio', url }],
	['file', ['url'], { type: 'file', url }],
	['image', ['url'], { type: 'image', url }],
	['video', ['url'], { type: 'video', url }],
	['quickReply', quickReplyFields, quickReply],
])('a message of type %s has the keys of its type only, and shows %j', (type, names, content) => {
	const shown = messageContentFields.filter(({ displayOptions }) =>
		displayOptions?.show?.messageType?.includes(type),
	);
	expect(shown.map(({ name }) => name)).toEqual(names);
	expect(read({ messageType: type })).toEqual(content);
});

it.each([
	['text', { text: '' }, "'Text' is empty"],
	['image', { url: '' }, "'URL' is empty"],
	['quickReply', { title: '  ' }, "'Question' is empty"],
])('a message of type %s refuses %j', (messageType, values, message) => {
	expect(parameterErrorOf(() => read({ messageType, ...values })).message).toBe(message);
});

it('a message is not taken for text where an expression gives no type', () => {
	const fault = parameterErrorOf(() => read({ messageType: null }));
	expect(fault.message).toBe("'Message Type' has an unknown value");
});

it.each([
	'http://192.0.2.1:8080/a?b=c#d',
	'HTTPS://EXAMPLE.COM/',
	'https://example.com/ñandú 1.png',
])("an attachment's address may be %s, and goes out as it is", (address) => {
	expect(read({ messageType: 'file', url: address })).toEqual({ type: 'file', url: address });
});

it("an attachment's address is trimmed", () => {
	expect(read({ messageType: 'file', url: ` ${url}\n` })).toEqual({ type: 'file', url });
});

it.each([
	'files.example.com/menu.pdf',
	'ftp://example.com/menu.pdf',
	'https://',
	'https:files.example.com',
])("an attachment's address cannot be '%s'", (address) => {
	const fault = parameterErrorOf(() => read({ messageType: 'file', url: address }));
	expect(fault.message).toBe("'URL' is not a web address");
	expect(fault.advice).toBe('Enter the full URL of the file, starting with https://.');
});

describe('quick replies', () => {
	const rows = (...texts: unknown[]) => ({ replies: { reply: texts.map((text) => ({ text })) } });
	const list = (replyList: unknown) => ({ specifyReplies: 'list', replyList });
	const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));
	const readReplies = (given: Record<string, unknown>) => {
		const content = read({ messageType: 'quickReply', replies: undefined, ...given });
		return content.type === 'quick_reply' ? content.replies : undefined;
	};

	it('are read in their order, up to 10, from rows or a list', () => {
		expect(readReplies(rows(...numbers(10)))).toEqual(numbers(10));
		expect(readReplies(list(numbers(10)))).toEqual(numbers(10));
	});

	it.each([
		['letters', 'a'.repeat(20)],
		['emoji, of two UTF-16 units each', '😀'.repeat(20)],
		['letters with accents of their own', 'e\u0301'.repeat(10)],
	])('have up to 20 characters: %s', (_, text) => {
		expect(readReplies(rows(text))).toEqual([text]);
	});

	const shorten = 'Shorten the reply and put details into the question.';
	const remove = 'Remove 1, or split them across several items.';
	it.each([
		[rows(), "'Replies' is empty", 'Enter at least one reply.'],
		[rows(null), "'Text' of reply 1 in 'Replies' is empty", 'Enter a value'],
		[
			rows('Yes', '😀'.repeat(21)),
			`'Replies' has a reply of 21 characters, but the service accepts at most 20: '${'😀'.repeat(21)}'`,
			shorten,
		],
		[rows(...numbers(11)), "'Replies' has 11 replies, but the service accepts at most 10", remove],
		[
			rows('Yes', 'No', 'Yes '),
			"'Replies' has the reply 'Yes' more than once",
			'Remove one of them, or change its text.',
		],
		[list(null), "'Reply List' is empty", 'Enter at least one reply.'],
		[
			list(['Yes', 'Yes, please call back']),
			"'Reply List' has a reply of 21 characters, but the service accepts at most 20: 'Yes, please call back'",
			shorten,
		],
		[list(numbers(11)), "'Reply List' has 11 replies, but the service accepts at most 10", remove],
	])('are refused in %j', (given, message, advice) => {
		const fault = parameterErrorOf(() => readReplies(given));
		expect(fault.message).toBe(message);
		expect(fault.advice).toContain(advice);
	});
});
