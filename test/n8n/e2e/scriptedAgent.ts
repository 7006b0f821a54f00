import type { NodeConnectionType } from 'n8n-workflow';
import { newNode, type StoredCredential, type WorkflowNode } from '../../support/n8n';
import {
	type ChatModel,
	createModelCredential,
	type ToolCalls,
	startChatModel,
} from '../../support/fixtures/chatModel';
import { testEnvironment } from '../../support/fixtures/testEnvironment';

export const agentName = 'AI Agent';

/** n8n's AI Agent with a fake model, which runs during the tests of this block. */
export function useAgent() {
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
		 * Starts the agent and returns the execution ID.
		 *
		 * @param replies the tool calls in the model's replies before its final text
		 * @param tool the agent's only tool
		 * @param review a human review of the tool's calls
		 */
		start: async (replies: readonly ToolCalls[], tool: WorkflowNode, review?: WorkflowNode) => {
			model.setReplies(replies);
			return await testEnvironment().client.startWorkflow({
				name: 'AI Agent',
				nodes: [
					newNode('Start', ['n8n-nodes-base.manualTrigger', 1]),
					newNode(agentName, ['@n8n/n8n-nodes-langchain.agent', 3.1], {
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
					Start: to(agentName, 'main'),
					Model: to(agentName, 'ai_languageModel'),
					[tool.name]: to(review?.name ?? agentName, 'ai_tool'),
					...(review === undefined ? {} : { [review.name]: to(agentName, 'ai_tool') }),
				},
				settings: { executionOrder: 'v1' },
			});
		},
	};
}
