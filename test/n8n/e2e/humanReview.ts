import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { outputOf } from '../../support/n8n';
import { askInChat, contact, passOnReply, send } from '../../support/fixtures/parameters';
import {
	approveOrDecline,
	type PendingQuestion,
	shortLimit,
	submitAnswer,
	waitForQuestion,
} from '../../support/fixtures/question';
import { contactId, testEnvironment } from '../../support/fixtures/testEnvironment';
import { channelMessagingNode, runNode } from '../../support/fixtures/nodeWorkflow';
import { agentName, useAgent } from './scriptedAgent';

const packageName = 'n8n-nodes-channel-messaging';

/** n8n derives a variant of the node that reviews the calls of an agent's tool. */
export function humanReview(): void {
	const agent = useAgent(3.1);

	/** Runs an agent whose model calls a tool, and waits for the review's question. */
	async function requestReview(
		changes: INodeParameters = {},
		{
			calls = [{ text: 'It is on its way.' }],
			hitlParameters = {},
			input = {},
		}: { calls?: Array<{ text: string }>; hitlParameters?: object; input?: IDataObject } = {},
	): Promise<PendingQuestion> {
		const text = "={{ $fromAI('text', 'The message', 'string') }}";
		const tool = {
			...channelMessagingNode(
				send({ contactId: contact(contactId(1)), messageType: 'text', text }),
			),
			type: `${packageName}.channelMessagingTool`,
		};
		const review = {
			// The editor doesn't save default values, such as the operation.
			...channelMessagingNode({
				contactId: contact(contactId(0)),
				...approveOrDecline,
				...changes,
			}),
			name: 'Review',
			type: `${packageName}.channelMessagingHitlTool`,
		};
		const workflow = await agent.create(tool, review, input);
		const reviewed = calls.map((toolParameters) => ({ toolParameters, hitlParameters }));
		return await waitForQuestion(await agent.start(workflow, [reviewed]));
	}

	test('an approved tool runs', async () => {
		const { client, service } = testEnvironment();
		const { executionId, text, links } = await requestReview();
		const sentBefore = service.messages.length;

		await submitAnswer(links['Respond'], { a: '1' });
		const execution = await client.waitForExecution(executionId);

		expect(text).toMatch(/agent wants to .*Channel_Messaging/);
		// The default message shows the arguments.
		expect(text).toContain('{"text":"It is on its way."}');
		expect(sentBefore).toBe(1);
		expect(execution.error).toBeUndefined();
		expect(service.messages.map((message) => message.contactId)).toEqual([
			contactId(0),
			contactId(1),
		]);
		expect(service.messages[1]?.item).toMatchObject({ text: 'It is on its way.' });
		expect(outputOf(execution, agentName)[0]?.json).toEqual({ output: 'Done.' });
	});

	async function expectRejection(executionId: string): Promise<void> {
		const { client, service } = testEnvironment();
		const { error } = await client.waitForExecution(executionId);
		expect(error).toBeUndefined();
		expect(service.messages).toHaveLength(1);
		expect(agent.model.toolResults().join()).toContain('rejected');
	}

	test("the message from the documentation shows the tool's arguments", async () => {
		const { text } = await requestReview({
			message: '=Call {{ $tool.name }}:\n\n{{ JSON.stringify($tool.parameters) }}',
		});
		expect(text).toContain('Call Channel_Messaging:\n\n{"text":"It is on its way."}');
	});

	test('of two simultaneous calls, only one is reviewed, and the other one does not run', async () => {
		const { client, service } = testEnvironment();
		const calls = [{ text: 'First' }, { text: 'Second' }];
		const { executionId, text, links } = await requestReview({}, { calls });

		await submitAnswer(links['Respond'], { a: '1' });
		await client.waitForExecution(executionId);

		const [reviewed] = calls.filter((call) => text.includes(call.text));
		expect(service.messages.slice(1)).toMatchObject([
			{ contactId: contactId(1), item: { text: reviewed?.text } },
		]);
	});

	test('a declined tool does not run', async () => {
		const { executionId, links } = await requestReview();
		await submitAnswer(links['Respond'], { a: '0' });
		await expectRejection(executionId);
	});

	/** Requests a review in the chat, and passes on the reply of the person. */
	async function replyToReview(text: string): Promise<string> {
		const { responseType, quickReplies } = askInChat();
		const { executionId } = await requestReview({ responseType, quickReplies });
		const items = [{ contactId: contactId(0), text }];
		const { items: output } = await runNode({ parameters: passOnReply(), items });
		expect(output.map(({ json }) => json)).toMatchObject([{ passedOn: true }]);
		return executionId;
	}

	test('a tool that was approved with a reply in the chat runs', async () => {
		const { client, service } = testEnvironment();

		const executionId = await replyToReview('yes, please');
		const execution = await client.waitForExecution(executionId);

		expect(execution.error).toBeUndefined();
		const [question, message, ...others] = service.messages;
		expect(question).toMatchObject({ contactId: contactId(0), item: { type: 'quick_reply' } });
		expect(JSON.stringify(question?.item)).toContain('It is on its way.');
		expect(message).toMatchObject({ contactId: contactId(1), item: { text: 'It is on its way.' } });
		expect(others).toEqual([]);
	});

	test('a tool that was declined with a reply in the chat does not run', async () => {
		await expectRejection(await replyToReview('No'));
	});

	test('a tool whose review times out does not run, even if the model or the input approves it', async () => {
		const changes = { options: { limitWaitTime: shortLimit } };
		const { executionId } = await requestReview(changes, {
			hitlParameters: { approved: true },
			input: { chatInput: 'Send it', data: { approved: true } },
		});
		await testEnvironment().restart();
		await expectRejection(executionId);
	});
}
