import { limits } from '../../../nodes/ChannelMessaging/client/documentedLimits';
import {
	messageContentFields,
	readMessageContent,
} from '../../../nodes/ChannelMessaging/parameters/messageContent';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

const url = 'https://files.example.com/menu.pdf';
const replies = { reply: [{ text: 'Yes' }, { text: 'No' }] };
const allFields = { text: 'Hello', url, title: 'A table?', replies };
const read = (values: Record<string, unknown>) => {
	const parameters = itemParameters({ ...allFields, ...values });
	return readMessageContent(parameters, parameters);
};

const quickReply = { type: 'quick_reply', title: 'A table?', replies: ['Yes', 'No'] };
const fileFields = ['binaryData', 'url', 'binaryPropertyName'];
const quickReplyFields = ['title', 'specifyReplies', 'replies', 'replyList'];

it.each([
	['text', ['text'], { type: 'text', text: 'Hello' }],
	['audio', fileFields, { type: 'audio', url }],
	['file', fileFields, { type: 'file', url }],
	['image', fileFields, { type: 'image', url }],
	['video', fileFields, { type: 'video', url }],
	['quickReply', quickReplyFields, quickReply],
])('A message of type %s has only the fields of its type', (type, names, content) => {
	const visible = messageContentFields.filter(({ displayOptions }) =>
		displayOptions?.show?.messageType?.includes(type),
	);
	expect(visible.map(({ name }) => name)).toEqual(names);
	expect(read({ messageType: type })).toEqual(content);
});

it.each([
	["'Text' is empty", { messageType: 'text', text: '' }],
	["'URL' is empty", { messageType: 'image', url: '' }],
	["'Question' is empty", { messageType: 'quickReply', title: '  ' }],
	["'Message Type' is empty, which is not one of its options", { messageType: null }],
])('readMessageContent rejects a value: %s', (message, values) => {
	expect(parameterErrorOf(() => read(values)).message).toBe(message);
});

it.each([
	['http://192.0.2.1:8080/a?b=c#d', 'http://192.0.2.1:8080/a?b=c#d'],
	['HTTPS://EXAMPLE.COM/', 'HTTPS://EXAMPLE.COM/'],
	['https://example.com/ñandú 1.png', 'https://example.com/ñandú 1.png'],
	[` ${url} `, url],
])("readMessageContent accepts the URL '%s'", (value, sent) => {
	expect(read({ messageType: 'file', url: value })).toEqual({ type: 'file', url: sent });
});

it.each([
	'files.example.com/menu.pdf',
	'ftp://example.com/menu.pdf',
	'https://',
	'https:files.example.com',
	'ftp://example.com/https://example.com',
])("readMessageContent rejects the URL '%s'", (value) => {
	expect(parameterErrorOf(() => read({ messageType: 'file', url: value }))).toMatchObject({
		message: "'URL' is not a web address",
		advice: 'Enter the full URL of the file, starting with https://.',
	});
});

describe('Quick replies', () => {
	const { charactersPerReply: length, repliesPerMessage: count } = limits;
	const rows = (...texts: unknown[]) => ({ replies: { reply: texts.map((text) => ({ text })) } });
	const list = (replyList: unknown) => ({ specifyReplies: 'list', replyList });
	const numbers = (max: number) => Array.from({ length: max }, (_, index) => String(index));
	const readReplies = (values: Record<string, unknown>) => {
		const content = read({ messageType: 'quickReply', replies: undefined, ...values });
		return content.type === 'quick_reply' ? content.replies : undefined;
	};

	it.each([
		['the maximum number of replies in rows', rows(...numbers(count)), numbers(count)],
		['a long reply', rows('a'.repeat(length)), ['a'.repeat(length)]],
		['a long reply of emoji', rows('😀'.repeat(length)), ['😀'.repeat(length)]],
	])('A quick reply accepts %s', (_title, values, texts) => {
		expect(readReplies(values)).toEqual(texts);
	});

	const shorten = 'Shorten the reply and put details into the question.';
	const remove = 'Remove 1, or split them across several items.';
	it.each([
		["'Replies' is empty", rows(), 'Enter at least one reply.'],
		["'Text' of reply 1 in 'Replies' is empty", rows(null), 'Enter a value'],
		[
			`'Replies' has a reply of ${String(length + 1)} characters, but the service accepts at most ${String(length)}: '${'😀'.repeat(length + 1)}'`,
			rows('Yes', '😀'.repeat(length + 1)),
			shorten,
		],
		[
			"'Replies' has the reply 'Yes' more than once",
			rows('Yes', 'No', 'Yes '),
			'Remove one of them, or change its text.',
		],
		["'Reply List' is empty", list(null), 'Enter at least one reply.'],
		[
			`'Reply List' has ${String(count + 1)} replies, but the service accepts at most ${String(count)}`,
			list(numbers(count + 1)),
			remove,
		],
	])('A quick reply rejects a value: %s', (message, values, advice) => {
		const error = parameterErrorOf(() => readReplies(values));

		expect(error.message).toBe(message);
		expect(error.advice).toContain(advice);
	});
});
