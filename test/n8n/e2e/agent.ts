import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { ToolCalls } from '../../support/fixtures/chatModel';
import { contact, retryOnFail, send } from '../../support/fixtures/parameters';
import { contactId, testEnvironment } from '../../support/fixtures/testEnvironment';
import { channelMessagingNode, type NodeSettings } from '../../support/fixtures/nodeWorkflow';
import { releases, type StoredWorkflow, testedRelease } from '../../support/n8n';
import { useAgent } from './scriptedAgent';

/** Returns an expression for a text that the model provides. */
function fromModel(key: string, description: string): string {
	return `={{ $fromAI('${key}', \`${description}\`, 'string') }}`;
}

/** Returns the expression that the editor's AI button generates. It has no description. */
function fromModelByButton(key: string): string {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
}

const sendText = (options: INodeParameters = {}) =>
	send({
		contactId: contact(fromModelByButton('Contact')),
		messageType: 'text',
		text: fromModelByButton('Text'),
		options,
	});

/** The node as a tool of n8n's AI Agent. */
export function agentTool(): void {
	describe.each([2.2, 3] as const)('version %d of the agent', toolOf);
}

function toolOf(agentVersion: 2.2 | 3): void {
	const agent = useAgent(agentVersion);

	async function createAgent(
		parameters: INodeParameters,
		settings?: NodeSettings,
		input?: IDataObject,
	) {
		const type = 'n8n-nodes-channel-messaging.channelMessagingTool';
		const tool = { ...channelMessagingNode(parameters, settings), type };
		return await agent.create(tool, undefined, input);
	}

	async function runWorkflow(workflow: StoredWorkflow, replies: readonly ToolCalls[]) {
		return await testEnvironment().client.waitForExecution(await agent.start(workflow, replies));
	}

	async function runAgent(
		parameters: INodeParameters,
		replies: readonly ToolCalls[],
		settings?: NodeSettings,
	) {
		return await runWorkflow(await createAgent(parameters, settings), replies);
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
		const replies = 'Today, Tomorrow';

		const { error } = await runAgent(quickReply, [
			[{ ...toolArguments, replies: 'Today, Tomorrow or the day after' }],
			[{ ...toolArguments, replies, contact: 'Amara' }],
			[{ ...toolArguments, replies }],
		]);

		const [first, second, third] = agent.model.toolResults();
		expect(error).toBeUndefined();
		expect(first).toContain('has a reply of 25 characters');
		expect(second).toContain(
			"Contact not found: 'Amara'. Enter an ID, or a phone number with '+', or an email address.",
		);
		expect(third).toContain('Message Sent');
		expect(testEnvironment().service.messages).toMatchObject([
			{ item: { type: 'quick_reply', title: 'When?', replies: ['Today', 'Tomorrow'] } },
		]);
	});

	// Since 2.25.1, n8n passes on the errors of tools to the model in all versions of the agent.
	const stops = agentVersion === 3 && testedRelease !== releases['n8n-2.41.1'];
	test(`an error that the model cannot correct ${stops ? 'stops the execution' : 'is returned to the model'}`, async () => {
		const rejection = { kind: 'status', status: 401, message: 'API Token is invalid' } as const;
		testEnvironment().service.faults.add({ fault: rejection });

		const { error } = await runAgent(sendText(), [[{ Contact: contactId(), Text: 'Hello' }]]);

		const [result] = agent.model.toolResults();
		expect(stops ? result : error).toBeUndefined();
		expect(stops ? error?.message : result).toMatch(
			/API Token is invalid\. Generate a token .* in the credential\./,
		);
	});

	const textsSent = () =>
		testEnvironment().service.messages.map(({ item }) => ('text' in item ? item.text : ''));

	test('a model cannot replace a contact that a tool reads from a node', async () => {
		const parameters = send({
			contactId: contact("={{ $('Items').item.json.contactId }}"),
			messageType: 'text',
			text: fromModelByButton('Text'),
		});
		const workflow = await createAgent(parameters, {}, { contactId: contactId(0) });
		await runWorkflow(workflow, [[{ Text: 'Hello', contactId: contactId(1) }]]);
		expect(testEnvironment().service.messages).toMatchObject([{ contactId: contactId(0) }]);
	});

	test('only the first of several identical calls sends the message, unless the option allows all of them', async () => {
		const hello = { Contact: contactId(), Text: 'Hello' };
		const calls = [[hello, { ...hello, Text: 'Are you there?' }], [hello]];

		const { error } = await runAgent(sendText(), calls, retryOnFail);

		const [, , repeated] = agent.model.toolResults();
		expect(error).toBeUndefined();
		expect(textsSent().sort()).toEqual(['Are you there?', 'Hello']);
		expect(repeated).toMatch(/"status":"skipped".*already sent at .*; don't send it again\./);

		await runAgent(sendText({ sendEqualMessages: true }), calls);
		expect(textsSent().filter((text) => text === 'Hello')).toHaveLength(3);
	});

	test('after an unknown outcome, the model is told not to resend the message, and no execution resends it', async () => {
		testEnvironment().service.faults.add({
			fault: { kind: 'connectionLost', when: 'afterEffect' },
		});
		const hello = { Contact: contactId(), Text: 'Hello' };
		const workflow = await createAgent(sendText(), retryOnFail);

		const { error } = await runWorkflow(workflow, [[hello], [hello]]);
		const [first, second] = agent.model.toolResults();
		expect(error).toBeUndefined();
		expect(first).toContain("The message may have been sent. Don't send it again; tell the user.");
		expect(second).toMatch(/may have been sent at .*; don't send it again, and tell the user\./);

		await runWorkflow(workflow, [[hello]]);
		expect(agent.model.toolResults().join()).toContain('"status":"skipped"');
		expect(textsSent()).toEqual(['Hello']);
	});
}
