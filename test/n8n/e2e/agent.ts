import type { INodeParameters } from 'n8n-workflow';
import type { ToolCalls } from '../../support/fixtures/chatModel';
import { contact, retryOnFail, send } from '../../support/fixtures/parameters';
import { contactId, testEnvironment } from '../../support/fixtures/testEnvironment';
import { channelMessagingNode, type NodeSettings } from '../../support/fixtures/nodeWorkflow';
import { useAgent } from './scriptedAgent';

/** Returns an expression for a text that the model provides. */
function fromModel(key: string, description: string): string {
	return `={{ $fromAI('${key}', \`${description}\`, 'string') }}`;
}

/** Returns the expression that the editor's AI button generates. It has no description. */
function fromModelByButton(key: string): string {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
}

const sendText = send({
	contactId: contact(fromModelByButton('Contact')),
	messageType: 'text',
	text: fromModelByButton('Text'),
});

/** The node as a tool of n8n's AI Agent. */
export function agentTool(): void {
	const agent = useAgent();

	/** Executes the agent with a tool and the tool calls in the replies of its model. */
	async function runAgent(
		parameters: INodeParameters,
		replies: readonly ToolCalls[],
		settings?: NodeSettings,
	) {
		const type = 'n8n-nodes-channel-messaging.channelMessagingTool';
		const tool = { ...channelMessagingNode(parameters, settings), type };
		return await testEnvironment().client.waitForExecution(await agent.start(replies, tool));
	}

	test('the model receives a validation error, corrects its arguments, and receives the result', async () => {
		const quickReply = send({
			contactId: contact(fromModel('contact', 'The ID of the contact')),
			messageType: fromModel('type', 'One of: text, quickReply'),
			title: fromModel('question', 'The question'),
			specifyReplies: 'list',
			replyList: fromModel('replies', 'Up to 10 comma-separated replies'),
		});
		const toolArguments = { contact: contactId(), type: 'quickReply', question: 'When?' };

		const { error } = await runAgent(quickReply, [
			[{ ...toolArguments, replies: 'Today, Tomorrow or the day after' }],
			[{ ...toolArguments, replies: 'Today, Tomorrow' }],
		]);

		const [first, second] = agent.model.toolResults();
		expect(error).toBeUndefined();
		expect(first).toContain('has a reply of 25 characters');
		expect(second).toContain('Message Sent');
		expect(testEnvironment().service.messages).toMatchObject([
			{ item: { type: 'quick_reply', title: 'When?', replies: ['Today', 'Tomorrow'] } },
		]);
	});

	test('each call of the tool sends a message, even with the same arguments', async () => {
		const toolArguments = { Contact: contactId(), Text: 'Hello' };

		await runAgent(
			sendText,
			[[toolArguments, { ...toolArguments, Text: 'Are you there?' }], [toolArguments]],
			retryOnFail,
		);

		const texts = testEnvironment().service.messages.map(({ item }) => 'text' in item && item.text);
		expect([...texts].sort()).toEqual(['Are you there?', 'Hello', 'Hello']);
		expect(agent.model.toolResults()).toHaveLength(3);
	});

	test('an unknown outcome is a result, which instructs the model not to resend the message', async () => {
		testEnvironment().service.faults.add({
			fault: { kind: 'connectionLost', when: 'afterEffect' },
		});

		const { error } = await runAgent(
			sendText,
			[[{ Contact: contactId(), Text: 'Hello' }]],
			retryOnFail,
		);

		expect(error).toBeUndefined();
		expect(agent.model.toolResults().join()).toContain(
			"The message may have been sent. Don't send it again; tell the user.",
		);
		expect(testEnvironment().service.messages).toHaveLength(1);
	});
}
