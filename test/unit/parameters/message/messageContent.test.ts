import {
	messageContentFields,
	readMessageContent,
} from '../../../../nodes/ChannelMessaging/parameters/message/messageContent';
import { givenParameters } from '../givenParameters';
import { parameterErrorOf } from '../parameterErrorOf';

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

it.each([
	'files.example.com/menu.pdf',
	'ftp://example.com/menu.pdf',
	'https://',
	'https:files.example.com',
	' https://files.example.com',
])("an attachment's address cannot be '%s'", (address) => {
	const fault = parameterErrorOf(() => read({ messageType: 'file', url: address }));
	expect(fault.message).toBe("'URL' is not a web address");
	expect(fault.advice).toBe('Give the full address of the file, beginning with https://.');
});
