import type { ChannelCall } from '../../../nodes/ChannelMessaging/api/call';
import { type Channel, createChannel } from '../../../nodes/ChannelMessaging/api/channel';
import type { ChannelType } from '../../../nodes/ChannelMessaging/api/identifier';
import type { MessageContent } from '../../../nodes/ChannelMessaging/api/message';
import { answeringService } from './answeringService';
import { apiResponse } from './apiResponse';

const contactId = 'ab/+?';
const plain = 'ab%2F%2B%3F';
const base64 = 'YWIvKz8%3D';
const text: MessageContent = { type: 'text', text: 'Hello' };

/** The one call that a method makes. */
async function callOf(
	use: (channel: Channel) => Promise<unknown>,
	channelType: ChannelType = 'other',
): Promise<ChannelCall> {
	const { place, calls } = answeringService(apiResponse({ data: {} }));
	// What the answer is read as is no matter here.
	await use(createChannel(place, channelType)).catch(() => undefined);
	const [call, ...others] = calls;
	if (call === undefined || others.length > 0) {
		throw new Error(`Made ${String(calls.length)} calls instead of one`);
	}
	return call;
}

const assignments = [
	{ name: 'phone', value: '+34600000001' },
	{ name: 'email', value: '' },
];

interface Endpoint {
	name: string;
	use: (channel: Channel) => Promise<unknown>;
	call: Omit<ChannelCall, 'path'>;
	path: string;
	viberPath: string;
}

const endpoints: Endpoint[] = [
	{
		name: 'sending a message (4.1)',
		use: (channel) => channel.sendMessage(contactId, { content: text, forceCancelSurvey: false }),
		call: { kind: 'message', method: 'POST', body: { body: [text] }, idempotent: false },
		path: `/v1/message/sendContent/${plain}`,
		viberPath: `/v1/message/sendContent/${base64}`,
	},
	{
		name: 'finding contacts (4.2)',
		use: (channel) => channel.findContacts('phone', '+34 600', 1),
		call: {
			kind: 'contact',
			method: 'GET',
			query: { name: 'phone', value: '+34 600' },
			idempotent: true,
		},
		path: '/v1/contact/by_custom_field',
		viberPath: '/v1/contact/by_custom_field',
	},
	{
		name: 'getting a contact (4.3)',
		use: (channel) => channel.getContact(contactId),
		call: { kind: 'contact', method: 'GET', idempotent: true },
		path: `/v1/contact/${plain}`,
		viberPath: `/v1/contact/${plain}`,
	},
	{
		name: 'updating a contact (4.4)',
		use: (channel) => channel.updateContact(contactId, assignments),
		call: {
			kind: 'contact',
			method: 'PUT',
			body: { custom_fields: assignments },
			idempotent: true,
		},
		path: `/v1/contact/${plain}`,
		viberPath: `/v1/contact/${base64}`,
	},
	{
		name: 'adding tags (4.5)',
		use: (channel) => channel.addTags(contactId, ['vip', 'new']),
		call: { kind: 'contact', method: 'POST', body: { tags: ['vip', 'new'] }, idempotent: true },
		path: `/v1/contact/${plain}/tags`,
		viberPath: `/v1/contact/${plain}/tags`,
	},
	{
		name: 'removing tags (4.6)',
		use: (channel) => channel.removeTags(contactId, ['vip']),
		call: { kind: 'contact', method: 'DELETE', body: { tags: ['vip'] }, idempotent: true },
		path: `/v1/contact/${plain}/tags`,
		viberPath: `/v1/contact/${base64}/tags`,
	},
	{
		name: 'creating a contact (4.7)',
		use: (channel) => channel.createContact(assignments),
		call: {
			kind: 'contact',
			method: 'POST',
			body: { custom_fields: assignments },
			idempotent: false,
		},
		path: '/v1/contact',
		viberPath: '/v1/contact',
	},
];

describe('the call for', () => {
	it.each(endpoints)('$name is what the document says', async ({ use, call, path }) => {
		expect(await callOf(use)).toStrictEqual({ ...call, path });
	});

	it.each(endpoints)('$name differs under Viber in its path at most', async (endpoint) => {
		const { use, call, viberPath } = endpoint;
		expect(await callOf(use, 'viber')).toStrictEqual({ ...call, path: viberPath });
	});
});

describe('a message', () => {
	it.each<MessageContent>([
		{ type: 'text', text: 'Hello' },
		{ type: 'image', url: 'https://files.example.com/a.png' },
		{ type: 'quick_reply', title: 'A table?', replies: ['Yes', 'No'] },
	])('of type $type goes out as the one item of its call, unchanged', async (content) => {
		const call = await callOf((channel) =>
			channel.sendMessage(contactId, { content, forceCancelSurvey: false }),
		);
		expect(call.body).toStrictEqual({ body: [content] });
	});

	it('cancels a running survey only when that is wanted', async () => {
		const send = async (forceCancelSurvey: boolean) => {
			const message = { content: text, forceCancelSurvey };
			return (await callOf((channel) => channel.sendMessage(contactId, message))).body;
		};
		expect(await send(true)).toStrictEqual({ body: [text], forceCancelSurvey: true });
		expect(await send(false)).toStrictEqual({ body: [text] });
	});
});

describe('a page of a search', () => {
	it.each([
		[1, { name: 'phone', value: '7' }],
		[2, { name: 'phone', value: '7', page: '2' }],
		[11, { name: 'phone', value: '7', page: '11' }],
	])('%d is asked for by its number, except the first', async (page, query) => {
		const call = await callOf((channel) => channel.findContacts('phone', '7', page));
		expect(call.query).toStrictEqual(query);
	});
});
