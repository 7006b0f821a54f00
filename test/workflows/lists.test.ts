import type { INodeParameters } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation, sendText } from './engine/parameters';
import { runNode } from './engine/runNode';

const channel = useChannel();

beforeEach(() => {
	channel.service.contacts.add({ id: '1', custom_fields: {}, tags: [], created_at: 1 });
});

const question = (replyList: INodeParameters[string], contactId = '1') =>
	sendText({
		contactId,
		messageType: 'quickReply',
		title: 'Well?',
		specifyReplies: 'list',
		replyList,
	});
const tagged = (tagList: INodeParameters[string], contactId = '1') =>
	contactOperation('addTags', { contactId, specifyTags: 'list', tagList });

describe.each([
	['tags', tagged, 'tags'],
	['replies', question, 'body'],
])('the %s of one parameter', (_, parameters, key) => {
	const received = () =>
		channel.service.calls.map(({ body }) => {
			const values = (body as Record<string, unknown[]>)[key] ?? [];
			return key === 'tags' ? values : (values[0] as { replies: unknown[] }).replies;
		});

	it.each<[string, string, unknown, string[]]>([
		['a list', '={{ $json.given }}', ['Yes, please', 'No'], ['Yes, please', 'No']],
		['text with commas', '={{ $json.given }}', 'Yes,No', ['Yes', 'No']],
		['text that is typed', 'Yes, No', '', ['Yes', 'No']],
		['a list inside of text', '=Maybe,{{ $json.given }}', ['Yes', 'No'], ['Maybe', 'Yes', 'No']],
		['a list in JSON', '={{ $json.given }}', '["Yes, please"]', ['Yes, please']],
	])('come from %s', async (_case, value, given, sent) => {
		const { error } = await runNode({
			credential: channel.credential(),
			parameters: parameters(value),
			items: [{ given: given as string }],
		});

		expect(error).toBeUndefined();
		expect(received()).toEqual([sent]);
	});

	it.each<[unknown, string]>([
		[[], 'is empty'],
		[null, 'is empty'],
		['Yes,,No', ', entry 2, is empty'],
		[[['Yes']], ', entry 1, is a list, but must be text'],
		["['Yes', 'No']", "looks like a JSON list, but can't be read as one"],
	])('never leave as %j', async (given, message) => {
		const { error } = await runNode({
			credential: channel.credential(),
			parameters: parameters('={{ $json.given }}'),
			items: [{ given: given as string }],
		});

		expect(error?.message).toMatch(/^'(Tag|Reply) List'/);
		expect(error?.message).toContain(message);
		expect(channel.service.calls).toEqual([]);
	});

	it('come from a model', async () => {
		await runNode({
			credential: channel.credential(),
			parameters: parameters("={{ $fromAI('list', 'What to choose from', 'json') }}"),
			items: [{ list: ['Yes', 'No'] }],
			asTool: true,
		});

		expect(received()).toEqual([['Yes', 'No']]);
	});
});
