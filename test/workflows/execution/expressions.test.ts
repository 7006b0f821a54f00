import { Expression } from 'n8n-workflow';

import { contact, messages, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

describe('An expression', () => {
	it('is evaluated for each item, and numbers and booleans become text', async () => {
		const { items } = await channel.runNode({
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

	it('is evaluated for each item if it is in a collection', async () => {
		await channel.runNode({
			parameters: sendText({
				contactId: contact('7'),
				messageType: 'quickReply',
				title: 'Well?',
				replies: { reply: [{ text: 'Yes' }, { text: '={{ $json.reply }}' }] },
			}),
			items: [{ reply: 'No' }, { reply: 'Maybe' }],
		});

		expect(channel.service.messages.map(({ item }) => item)).toMatchObject([
			{ replies: ['Yes', 'No'] },
			{ replies: ['Yes', 'Maybe'] },
		]);
	});
});

it('a parameter is read once for 20 items, or 20 times if it contains an expression', async () => {
	const resolve = jest.spyOn(Expression.prototype, 'getParameterValue');
	await channel.runNode({ parameters: sendText({ text: 'Hello' }), items: messages(20) });

	const values = resolve.mock.calls.map(([value]): unknown => value);
	resolve.mockRestore();
	expect(channel.texts).toEqual(Array(20).fill('Hello'));
	expect(values.filter((value) => value === 'Hello')).toHaveLength(1);
	// Resource locators are read without their modes.
	expect(values.filter((value) => value === '={{ $json.contactId }}')).toHaveLength(20);
	expect(values.filter((value) => typeof value === 'object')).not.toContainEqual(
		expect.objectContaining({ __rl: true }),
	);
});
