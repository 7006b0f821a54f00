import { contactOperation, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';
import { runNode } from '../engine/runNode';

describe('An expression', () => {
	const channel = useChannel({ acceptUnknownContacts: true });

	it('is evaluated for each item, and numbers and booleans become text', async () => {
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
		['a list', '={{ $json.result }}', ['Yes, please', 'No'], ['Yes, please', 'No']],
		['text with commas', '={{ $json.result }}', 'Yes,No', ['Yes', 'No']],
		['a list within text', '=Maybe,{{ $json.result }}', ['Yes', 'No'], ['Maybe', 'Yes', 'No']],
	])('returns tags or replies from %s', async (_title, value, result, sent) => {
		channel.service.contacts.add({ id: '1', custom_fields: {}, tags: [], created_at: 1 });
		const question = { messageType: 'quickReply', title: 'Well?', specifyReplies: 'list' };

		for (const parameters of [
			contactOperation('addTags', { contactId: '1', specifyTags: 'list', tagList: value }),
			sendText({ contactId: '1', ...question, replyList: value }),
		]) {
			await channel.runNode({ parameters, items: [{ result }] });
		}

		expect(channel.service.requests.map(({ body }) => body)).toEqual([
			{ tags: sent },
			{ body: [{ type: 'quick_reply', title: 'Well?', replies: sent }] },
		]);
	});
});
