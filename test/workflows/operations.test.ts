import {
	receivedRequests,
	expectedRequests,
	operationsWithoutWait,
	prepareCase,
} from '../support/fixtures/operationCases';
import { useChannel } from './engine/channel';
import { contactOperation, sendText } from '../support/fixtures/parameters';
import { runNode } from './engine/runNode';

describe.each(['other', 'viber'] as const)('on a channel of the type %s', (channelType) => {
	const channel = useChannel({ channelType });

	it.each(operationsWithoutWait)('%s', async (name) => {
		const run = prepareCase(channel.service, name);

		const { items, error } = await runNode({
			credential: channel.credential({ channelType }),
			parameters: run.parameters,
		});

		expect(error).toBeUndefined();
		expect(items).toEqual(run.output.map((json) => ({ json, pairedItem: { item: 0 } })));
		expect(receivedRequests(channel.service)).toEqual(expectedRequests(run, channelType));
	});
});

describe('a credential as it is pasted', () => {
	const channel = useChannel({ acceptUnknownContacts: true });

	it.each([' ', '/', '/v1', '/v1/\n'])('sends, with %j behind the address', async (end) => {
		const { token, url } = channel.service;

		const { error } = await channel.runNode(
			{ parameters: sendText({ contactId: '1', text: 'Hi' }) },
			{ baseUrl: ` ${url}${end}`, token: ` ${token}\n` },
		);

		expect(error).toBeUndefined();
		expect(channel.texts).toEqual(['Hi']);
	});
});

describe('what expressions give', () => {
	const channel = useChannel({ acceptUnknownContacts: true });

	it('goes to the contact of its item, numbers and booleans as text', async () => {
		const { items } = await runNode({
			credential: channel.credential(),
			parameters: sendText(),
			items: [
				{ contactId: 7, text: 42 },
				{ contactId: 'cus_8', text: false },
			],
		});

		expect(channel.service.messages).toHaveLength(2);
		expect(channel.service.messages).toMatchObject(
			expect.arrayContaining([
				expect.objectContaining({ contactId: '7', item: { type: 'text', text: '42' } }),
				expect.objectContaining({ contactId: 'cus_8', item: { type: 'text', text: 'false' } }),
			]) as object,
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it.each<[string, string, string | string[], string[]]>([
		['a list', '={{ $json.given }}', ['Yes, please', 'No'], ['Yes, please', 'No']],
		['text with commas', '={{ $json.given }}', 'Yes,No', ['Yes', 'No']],
		['a list inside of text', '=Maybe,{{ $json.given }}', ['Yes', 'No'], ['Maybe', 'Yes', 'No']],
	])('becomes a list of tags or replies: %s', async (_, value, given, sent) => {
		channel.service.contacts.add({ id: '1', custom_fields: {}, tags: [], created_at: 1 });
		const question = { messageType: 'quickReply', title: 'Well?', specifyReplies: 'list' };

		for (const parameters of [
			contactOperation('addTags', { contactId: '1', specifyTags: 'list', tagList: value }),
			sendText({ contactId: '1', ...question, replyList: value }),
		]) {
			await channel.runNode({ parameters, items: [{ given }] });
		}

		expect(channel.service.requests.map(({ body }) => body)).toEqual([
			{ tags: sent },
			{ body: [{ type: 'quick_reply', title: 'Well?', replies: sent }] },
		]);
	});
});
