import { useChannel } from './engine/channel';
import { sendText } from '../support/running/parameters';
import type { NodeRun } from './engine/runNode';

const channel = useChannel({ acceptUnknownContacts: true });

interface ToolCall {
	contact: string;
	text: string;
	[argument: string]: string;
}

/** Lets an agent call the node, whose contact and text the model gives. */
async function answersTo(calls: ToolCall[], settings: NodeRun['settings'] = {}) {
	const { items } = await channel.run({
		parameters: sendText({
			contactId: {
				__rl: true,
				mode: 'id',
				value: "={{ $fromAI('contact', 'The identifier of the contact', 'string') }}",
			},
			text: "={{ $fromAI('text', 'What to say', 'string') }}",
		}),
		items: calls,
		settings,
		asTool: true,
	});
	return items.map(({ json }) => json.answer);
}

const hello = { contact: '1', text: 'Hello' };

it('sends a message at each call, also when the agent says the same again', async () => {
	const calls = [hello, { contact: '2', text: 'To the second' }, hello];

	const answers = await answersTo(calls);

	expect(
		channel.service.messages.map(({ contactId, item }) => ({
			contact: contactId,
			text: item.type === 'text' && item.text,
		})),
	).toEqual(calls);
	for (const answer of answers) expect(answer).toContain('Message Sent');
});

it('does not send again when n8n tries a call of the tool again', async () => {
	channel.service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });

	const [answer] = await answersTo([hello], {
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 1,
	});

	expect(channel.service.messages).toHaveLength(1);
	expect(answer).toContain('The request may or may not have been processed');
});

it('tells the agent what to change, by an answer and not by an error of n8n', async () => {
	const [answer] = await answersTo([{ contact: '1', text: '' }]);

	expect(answer).toMatch(/'Text' is empty.*Enter a value.*invalidParameter/s);
});
