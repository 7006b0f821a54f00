import {
	messageContentFields,
	readMessageContent,
} from '../../../../nodes/ChannelMessaging/parameters/message/messageContent';
import { parameterErrorOf } from '../parameterErrorOf';
import { givenParameters } from '../givenParameters';

const everything = {
	text: 'Hello',
	url: 'https://files.example.com/menu.pdf',
	title: 'A table?',
	replies: { reply: [{ text: 'Yes' }, { text: 'No' }] },
};
const read = (values: Record<string, unknown>) =>
	readMessageContent(givenParameters({ ...everything, ...values }));

describe('the content of a message', () => {
	it.each([
		['text', { type: 'text', text: 'Hello' }],
		['audio', { type: 'audio', url: everything.url }],
		['file', { type: 'file', url: everything.url }],
		['image', { type: 'image', url: everything.url }],
		['video', { type: 'video', url: everything.url }],
		['quickReply', { type: 'quick_reply', title: 'A table?', replies: ['Yes', 'No'] }],
	])('of type %s has the keys of its type only', (messageType, content) => {
		expect(read({ messageType })).toEqual(content);
	});

	it('takes numbers for texts', () => {
		expect(read({ messageType: 'text', text: 42 })).toEqual({ type: 'text', text: '42' });
		expect(read({ messageType: 'quickReply', title: 42 })).toMatchObject({ title: '42' });
	});

	it.each([
		['text', { text: '' }, "'Text' is empty"],
		['text', { text: { a: 1 } }, "'Text' is an object, but must be text"],
		['image', { url: '' }, "'URL' is empty"],
		['image', { url: [everything.url] }, "'URL' is a list, but must be text"],
		['quickReply', { title: '  ' }, "'Title' is empty"],
		['quickReply', { replies: {} }, "'Replies' is empty"],
	])('of type %s refuses %j', (messageType, values, message) => {
		expect(parameterErrorOf(() => read({ messageType, ...values })).message).toBe(message);
	});

	it.each([
		['nothing', undefined],
		['empty text', ''],
		["the service's own word, which the parameter does not have", 'quick_reply'],
		['another case', 'Text'],
		['the name of a property that every object has', 'constructor'],
		['a list', ['text']],
	])('has no type that is %s', (_, messageType) => {
		const fault = parameterErrorOf(() => read({ messageType }));
		expect(fault.message).toBe("'Message Type' is not a type that can be sent");
		expect(fault.advice).toBe(
			'Choose one from the list, or have the expression give audio, file, image, quickReply, text or video.',
		);
	});
});

describe("an attachment's address", () => {
	it.each([
		'https://files.example.com/menu.pdf',
		'http://192.0.2.1:8080/a?b=c#d',
		'HTTPS://EXAMPLE.COM/',
		'https://example.com/ñandú 1.png',
	])('may be %s, and goes out as it is', (url) => {
		expect(read({ messageType: 'file', url })).toEqual({ type: 'file', url });
	});

	it.each([
		'files.example.com/menu.pdf',
		'/menu.pdf',
		'ftp://example.com/menu.pdf',
		'data:text/plain,hello',
		'https://',
		'https:files.example.com',
		' https://files.example.com',
	])("cannot be '%s'", (url) => {
		const fault = parameterErrorOf(() => read({ messageType: 'file', url }));
		expect(fault.message).toBe("'URL' is not a web address");
		expect(fault.advice).toBe('Give the full address of the file, beginning with https://.');
	});
});

describe('the parameters of a message', () => {
	it.each([
		['text', ['messageType', 'text']],
		['audio', ['messageType', 'url']],
		['file', ['messageType', 'url']],
		['image', ['messageType', 'url']],
		['video', ['messageType', 'url']],
		['quickReply', ['messageType', 'title', 'specifyReplies', 'replies', 'replyList']],
	])('are, for type %s, those that are read', (messageType, shown) => {
		const names = messageContentFields
			.filter(({ displayOptions }) => {
				const types = displayOptions?.show?.messageType;
				return types === undefined || types.includes(messageType);
			})
			.map(({ name }) => name);
		expect(names).toEqual(shown);
	});
});
