import type { INodeParameters } from 'n8n-workflow';
import { outputOf } from '../../support/n8n';
import { contact, send } from '../../support/fixtures/parameters';
import {
	approveOrDecline,
	type PendingQuestion,
	shortLimit,
	submitAnswer,
	waitForQuestion,
} from '../../support/fixtures/question';
import { contactId, testEnvironment } from '../../support/fixtures/testEnvironment';
import { channelMessagingNode } from '../../support/fixtures/nodeWorkflow';
import { agentName, useAgent } from './scriptedAgent';

const packageName = 'n8n-nodes-channel-messaging';

/** The node as human review of an agent's tool. n8n derives this variant. */
export function humanReview(): void {
	const agent = useAgent(3.1);

	/** Lets the model call a tool that sends, and waits for the question of the review. */
	async function requestReview(options: INodeParameters = {}): Promise<PendingQuestion> {
		const text = "={{ $fromAI('text', 'The message', 'string') }}";
		const tool = {
			...channelMessagingNode(
				send({ contactId: contact(contactId(1)), messageType: 'text', text }),
			),
			type: `${packageName}.channelMessagingTool`,
		};
		const review = {
			// The editor doesn't save default values, such as the operation.
			...channelMessagingNode({ contactId: contact(contactId(0)), ...approveOrDecline, options }),
			name: 'Review',
			type: `${packageName}.channelMessagingHitlTool`,
		};
		const call = { toolParameters: { text: 'It is on its way.' }, hitlParameters: {} };
		const workflow = await agent.create(tool, review);
		return await waitForQuestion(await agent.start(workflow, [[call]]));
	}

	test('an approved tool runs', async () => {
		const { client, service } = testEnvironment();
		const { executionId, text, links } = await requestReview();
		const sentBefore = service.messages.length;

		await submitAnswer(links['Respond'], { a: '1' });
		const execution = await client.waitForExecution(executionId);

		expect(text).toMatch(/agent wants to .*Channel_Messaging/);
		expect(text).not.toContain('[object Object]');
		expect(sentBefore).toBe(1);
		expect(execution.error).toBeUndefined();
		expect(service.messages.map((message) => message.contactId)).toEqual([
			contactId(0),
			contactId(1),
		]);
		expect(service.messages[1]?.item).toMatchObject({ text: 'It is on its way.' });
		expect(outputOf(execution, agentName)[0]?.json).toEqual({ output: 'Done.' });
	});

	/** Expects that the tool doesn't run, and that the model receives the rejection. */
	async function expectRejection(executionId: string): Promise<void> {
		const { client, service } = testEnvironment();
		const { error } = await client.waitForExecution(executionId);
		expect(error).toBeUndefined();
		expect(service.messages).toHaveLength(1);
		expect(agent.model.toolResults().join()).toContain('rejected');
	}

	test('a declined tool does not run', async () => {
		const { executionId, links } = await requestReview();
		await submitAnswer(links['Respond'], { a: '0' });
		await expectRejection(executionId);
	});

	test('a tool whose review times out does not run', async () => {
		const { executionId } = await requestReview({ limitWaitTime: shortLimit });
		await testEnvironment().restart();
		await expectRejection(executionId);
	});
}
