import { startChatModel } from '../../../support/fixtures/chatModel';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { contacts, firstExecution, importExample, phoneOf, received } from '../importedExample';

/** The model's response is sent to the contact that the workflow selects. */
export async function agentThatAnswers(): Promise<void> {
	const { client } = testEnvironment();
	const model = await startChatModel();
	model.setReplies([[{ text: 'We open at noon.' }]]);
	try {
		const openAi = await client.createCredential({
			name: 'Model on this machine',
			type: 'openAiApi',
			data: { apiKey: 'none', organizationId: '', url: model.url, header: false },
		});
		const workflow = await importExample('agent-that-answers', { credentials: [openAi] });
		await client.activateWorkflow(workflow.id);

		await client.postToWebhook('questions', { phone: phoneOf(2), question: 'When do you open?' });

		expect((await firstExecution(workflow.id)).status).toBe('success');
		expect(received()).toEqual([
			{ contactId: contacts().all()[2]?.id, item: { type: 'text', text: 'We open at noon.' } },
		]);
		const [request] = model.requests;
		expect(JSON.stringify(request?.messages)).toContain('When do you open?');
		expect(request?.tools[0]?.function.description).toBe('Sends a text to the guest who asked');
		// The model can't choose the contact.
		const tools = request?.tools.map(({ function: { parameters } }) => parameters.properties);
		expect(tools?.map((properties) => Object.keys(properties))).toEqual([['text']]);
	} finally {
		await model.close();
	}
}
