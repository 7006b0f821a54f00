import type { NodeConnectionType } from 'n8n-workflow';
import { newNode, type StoredCredential, type WorkflowNode } from '../../support/n8n';
import { type ChatModel, type ModelReply, startChatModel } from '../../support/fixtures/chatModel';
import { testEnvironment } from '../../support/fixtures/testEnvironment';

/** n8n's own AI Agent, whose model says what a test wants. */
export interface ScriptedAgent {
	readonly model: ChatModel;
	/**
	 * Starts an execution of the agent, and answers its id.
	 *
	 * @param replies what the model says before it says that it is done
	 * @param tool the agent's only tool
	 * @param review what stands between the agent and its tool
	 */
	start(replies: readonly ModelReply[], tool: WorkflowNode, review?: WorkflowNode): Promise<string>;
}

export const agentName = 'AI Agent';

/** An agent for the tests of one block. */
export function useAgent(): ScriptedAgent {
	let model: ChatModel;
	let credential: StoredCredential;

	beforeAll(async () => {
		model = await startChatModel();
		credential = await testEnvironment().client.createCredential({
			name: 'Model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: model.url, header: false },
		});
	});

	afterAll(async () => {
		await model.close();
	});

	const to = (node: string, type: NodeConnectionType) => ({ [type]: [[{ node, type, index: 0 }]] });
	return {
		get model() {
			return model;
		},
		start: async (replies, tool, review) => {
			model.setReplies([...replies, { text: 'Done.' }]);
			return await testEnvironment().client.startWorkflow({
				name: expect.getState().currentTestName?.slice(-120) ?? agentName,
				nodes: [
					newNode('Start', ['n8n-nodes-base.manualTrigger', 1]),
					newNode(agentName, ['@n8n/n8n-nodes-langchain.agent', 3.1], {
						promptType: 'define',
						text: 'Do what the customer wants',
						options: {},
					}),
					{
						...newNode('Model', ['@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.3], {
							model: { __rl: true, mode: 'id', value: 'stand-in' },
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
