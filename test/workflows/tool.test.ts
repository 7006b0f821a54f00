import { useChannel } from './engine/channel';
import { sendText } from './engine/parameters';
import { runNode } from './engine/runNode';

const channel = useChannel({ acceptUnknownContacts: true });

/** The model gives the contact and the text. */
const parameters = sendText({
	contactId: {
		__rl: true,
		mode: 'id',
		value: "={{ $fromAI('contact', 'The identifier of the contact', 'string') }}",
	},
	text: "={{ $fromAI('text', 'What to say', 'string') }}",
});

const calls = [
	{ contact: '1', text: 'To the first' },
	{ contact: '2', text: 'To the second' },
	{ contact: '1', text: 'To the first' },
];

describe('as the tool of an agent', () => {
	it('sends a message at each call, also when the agent says the same again', async () => {
		const { items, error } = await runNode({
			credential: channel.credential(),
			parameters,
			items: calls,
			asTool: true,
		});

		expect(error).toBeUndefined();
		expect(
			channel.service.messages.map(({ contactId, item }) => ({
				contact: contactId,
				text: item.type === 'text' && item.text,
			})),
		).toEqual(calls);
		for (const { json } of items) expect(json.answer).toContain('Message Sent');
	});

	it('does not send again when n8n tries a call of the tool again', async () => {
		channel.service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });

		const { items } = await runNode({
			credential: channel.credential(),
			parameters,
			items: calls.slice(0, 1),
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
			asTool: true,
		});

		expect(channel.service.messages).toHaveLength(1);
		expect(items[0]?.json.answer).toContain('The call may have been done');
	});

	it('tells the agent what to change', async () => {
		const { items } = await runNode({
			credential: channel.credential(),
			parameters,
			items: [{ contact: '1', text: '' }],
			asTool: true,
		});

		expect(items[0]?.json.answer).toContain("'Text' is empty");
		expect(items[0]?.json.answer).toContain('Enter a value');
	});
});
