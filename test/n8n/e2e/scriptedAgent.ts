import type { IDataObject, NodeConnectionType } from 'n8n-workflow';
import {
	itemsNode,
	manualTrigger,
	newNode,
	type StoredCredential,
	type StoredWorkflow,
	type WorkflowNode,
} from '../../support/n8n';
import {
	type ChatModel,
	createModelCredential,
	type ToolCalls,
	startChatModel,
} from '../../support/fixtures/chatModel';
import { testEnvironment } from '../../support/fixtures/testEnvironment';

export const agentName = 'AI Agent';

/**
 * n8n's AI Agent with a fake model, which runs during the tests of this block.
 *
 * @param version the agent's version. Since 3, n8n executes tools as nodes. Human review needs 3.1.
 */
export function useAgent(version: 2.2 | 3 | 3.1) {
	let model: ChatModel;
	let credential: StoredCredential;

	beforeAll(async () => {
		model = await startChatModel();
		credential = await createModelCredential(model);
	});

	afterAll(async () => {
		await model.close();
	});

	const to = (node: string, type: NodeConnectionType) => ({ [type]: [[{ node, type, index: 0 }]] });
	return {
		get model() {
			return model;
		},
		/**
		 * Creates a workflow with an agent.
		 *
		 * @param tool the agent's only tool
		 * @param review a human review of the tool's calls
		 * @param input the agent's input
		 */
		create: async (tool: WorkflowNode, review?: WorkflowNode, input: IDataObject = {}) =>
			await testEnvironment().client.createWorkflow({
				name: 'AI Agent',
				nodes: [
					manualTrigger,
					itemsNode([input]),
					newNode(agentName, ['@n8n/n8n-nodes-langchain.agent', version], {
						promptType: 'define',
						text: 'Help the customer',
						options: {},
					}),
					{
						...newNode('Model', ['@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.3], {
							model: { __rl: true, mode: 'id', value: 'fake' },
							responsesApiEnabled: false,
							options: { maxRetries: 0 },
						}),
						credentials: { openAiApi: credential },
					},
					tool,
					...(review === undefined ? [] : [review]),
				],
				connections: {
					Start: to('Items', 'main'),
					Items: to(agentName, 'main'),
					Model: to(agentName, 'ai_languageModel'),
					[tool.name]: to(review?.name ?? agentName, 'ai_tool'),
					...(review === undefined ? {} : { [review.name]: to(agentName, 'ai_tool') }),
				},
				settings: { executionOrder: 'v1' },
			}),
		/**
		 * Starts the agent and returns the execution ID.
		 *
		 * @param replies the tool calls in the model's replies before its final text
		 */
		start: async (workflow: StoredWorkflow, replies: readonly ToolCalls[]) => {
			model.setReplies(replies);
			return await testEnvironment().client.startWorkflow(workflow);
		},
	};
}
