import type { INodeParameters, NodeConnectionType } from 'n8n-workflow';
import { newNode, outputOf, type Workflow } from '../../support/n8n';
import { type ChatModel, startChatModel } from '../../support/running/chatModel';
import { contact, send } from '../../support/running/parameters';
import { approveOrDecline, type Asked, askedIn, press } from '../../support/running/question';
import { theRunning } from '../../support/running/running';
import { channelMessaging, nodeName } from '../../support/running/workflow';

const review = 'Review';
const agent = 'AI Agent';
const packageName = 'n8n-nodes-channel-messaging';

const contactId = (index: number) => theRunning().service.contacts.all()[index]?.id ?? '';

/** An agent with a tool that sends, behind a review by somebody else. */
function reviewedWorkflow(
	modelCredential: { id: string; name: string },
	options: INodeParameters,
): Workflow {
	const to = (node: string, type: NodeConnectionType) => ({ [type]: [[{ node, type, index: 0 }]] });
	const text = "={{ $fromAI('text', 'What to say', 'string') }}";
	return {
		name: expect.getState().currentTestName?.slice(-120) ?? 'Review',
		nodes: [
			newNode('Start', ['n8n-nodes-base.manualTrigger', 1]),
			newNode(agent, ['@n8n/n8n-nodes-langchain.agent', 3.1], {
				promptType: 'define',
				text: 'Tell the customer',
				options: {},
			}),
			{
				...newNode('Model', ['@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.3], {
					model: { __rl: true, mode: 'id', value: 'stand-in' },
					responsesApiEnabled: false,
					options: { maxRetries: 0 },
				}),
				credentials: { openAiApi: modelCredential },
			},
			{
				...channelMessaging(send({ contactId: contact(contactId(1)), messageType: 'text', text })),
				type: `${packageName}.channelMessagingTool`,
			},
			{
				// As the editor saves it: what has its default isn't kept, the operation neither.
				...channelMessaging({ contactId: contact(contactId(0)), ...approveOrDecline, options }),
				name: review,
				type: `${packageName}.channelMessagingHitlTool`,
			},
		],
		connections: {
			Start: to(agent, 'main'),
			Model: to(agent, 'ai_languageModel'),
			[nodeName]: to(review, 'ai_tool'),
			[review]: to(agent, 'ai_tool'),
		},
		settings: { executionOrder: 'v1' },
	};
}

/** The node as the human review of an agent's tool, which n8n makes of it by itself. */
export function humanReview(): void {
	let model: ChatModel;
	let modelCredential: { id: string; name: string };

	beforeAll(async () => {
		model = await startChatModel();
		modelCredential = await theRunning().client.createCredential({
			name: 'Model of the reviewed agent',
			type: 'openAiApi',
			data: { apiKey: 'none', url: model.url, header: false },
		});
	});

	afterAll(async () => {
		await model.close();
	});

	/** Has the model call the tool; the agent waits for the review then. */
	async function askToReview(options: INodeParameters = {}): Promise<Asked> {
		const toolParameters = { text: 'It is on its way.' };
		model.says([{ calls: [{ toolParameters, hitlParameters: {} }] }, { text: 'Done.' }]);
		const { client } = theRunning();
		return await askedIn(await client.startWorkflow(reviewedWorkflow(modelCredential, options)));
	}

	test('the tool runs after the approval', async () => {
		const { client, service } = theRunning();
		const { executionId, text, links } = await askToReview();
		const sentBefore = service.messages.length;

		await press(links['Approve']);
		const execution = await client.waitForExecution(executionId);

		expect(text).toMatch(/agent wants to .*Channel_Messaging/);
		expect(sentBefore).toBe(1);
		expect(execution.error).toBeUndefined();
		expect(service.messages.map((message) => message.contactId)).toEqual([
			contactId(0),
			contactId(1),
		]);
		expect(service.messages[1]?.item).toMatchObject({ text: 'It is on its way.' });
		expect(outputOf(execution, agent)[0]?.json).toEqual({ output: 'Done.' });
	});

	test('the tool does not run after the refusal, and the model is told', async () => {
		const { client, service } = theRunning();
		const { executionId, links } = await askToReview();

		await press(links['Decline']);
		const execution = await client.waitForExecution(executionId);

		expect(execution.error).toBeUndefined();
		expect(service.messages).toHaveLength(1);
		expect(model.toolAnswers().join()).toContain('rejected');
	});

	test('the tool does not run when the time is over', async () => {
		const { client, service } = theRunning();
		const limit = { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' };
		const { executionId } = await askToReview({ limitWaitTime: { values: limit } });

		// n8n looks once a minute which executions have waited long enough.
		const execution = await client.waitForExecution(executionId);

		expect(execution.error).toBeUndefined();
		expect(service.messages).toHaveLength(1);
		expect(model.toolAnswers().join()).toContain('rejected');
	}, 150_000);

	test('a link that somebody changed approves nothing', async () => {
		const { client, service } = theRunning();
		const { executionId, links } = await askToReview();
		const forged = [
			links['Approve']?.replace(/question=[^&]+/, 'question=1'),
			links['Approve']?.replace(/[?].*/, '?approved=true'),
		];

		for (const url of forged) expect((await press(url)).html).not.toContain('Thank you');

		await press(links['Decline']);
		await client.waitForExecution(executionId);
		expect(service.messages).toHaveLength(1);
	});
}
