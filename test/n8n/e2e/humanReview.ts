import type { INodeParameters } from 'n8n-workflow';
import { outputOf } from '../../support/n8n';
import { contact, send } from '../../support/fixtures/parameters';
import {
	approveOrDecline,
	type PendingQuestion,
	waitForQuestion,
	submitAnswer,
} from '../../support/fixtures/question';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { channelMessagingNode } from '../../support/fixtures/nodeWorkflow';
import { agentName, useAgent } from './scriptedAgent';

const packageName = 'n8n-nodes-channel-messaging';

const contactId = (index: number) => testEnvironment().service.contacts.all()[index]?.id ?? '';

/** The node as the human review of an agent's tool, which n8n makes of it by itself. */
export function humanReview(): void {
	const agent = useAgent();

	/** Has the model call a tool that sends; the agent waits for the review by somebody else then. */
	async function askToReview(options: INodeParameters = {}): Promise<PendingQuestion> {
		const text = "={{ $fromAI('text', 'What to say', 'string') }}";
		const tool = {
			...channelMessagingNode(
				send({ contactId: contact(contactId(1)), messageType: 'text', text }),
			),
			type: `${packageName}.channelMessagingTool`,
		};
		const review = {
			// As the editor saves it: what has its default isn't kept, the operation neither.
			...channelMessagingNode({ contactId: contact(contactId(0)), ...approveOrDecline, options }),
			name: 'Review',
			type: `${packageName}.channelMessagingHitlTool`,
		};
		const toolParameters = { text: 'It is on its way.' };
		const call = { toolCalls: [{ toolParameters, hitlParameters: {} }] };
		return await waitForQuestion(await agent.start([call], tool, review));
	}

	test('the tool runs after the approval', async () => {
		const { client, service } = testEnvironment();
		const { executionId, text, links } = await askToReview();
		const sentBefore = service.messages.length;

		await submitAnswer(links['Approve']);
		const execution = await client.waitForExecution(executionId);

		expect(text).toMatch(/agent wants to .*Channel_Messaging/);
		expect(sentBefore).toBe(1);
		expect(execution.error).toBeUndefined();
		expect(service.messages.map((message) => message.contactId)).toEqual([
			contactId(0),
			contactId(1),
		]);
		expect(service.messages[1]?.item).toMatchObject({ text: 'It is on its way.' });
		expect(outputOf(execution, agentName)[0]?.json).toEqual({ output: 'Done.' });
	});

	test('the tool does not run after the refusal, and the model is told', async () => {
		const { client, service } = testEnvironment();
		const { executionId, links } = await askToReview();

		await submitAnswer(links['Decline']);
		const execution = await client.waitForExecution(executionId);

		expect(execution.error).toBeUndefined();
		expect(service.messages).toHaveLength(1);
		expect(agent.model.toolResults().join()).toContain('rejected');
	});

	test('the tool does not run when the time is over', async () => {
		const { client, service } = testEnvironment();
		const limit = { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' };
		const { executionId } = await askToReview({ limitWaitTime: { values: limit } });

		// n8n looks once a minute which executions have waited long enough.
		const execution = await client.waitForExecution(executionId);

		expect(execution.error).toBeUndefined();
		expect(service.messages).toHaveLength(1);
		expect(agent.model.toolResults().join()).toContain('rejected');
	}, 150_000);
}
