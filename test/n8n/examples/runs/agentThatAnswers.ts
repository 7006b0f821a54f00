import { startChatModel } from '../../../support/fixtures/chatModel';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { runExample } from '../exampleCase';
import { lucia, nobody, notFound, text } from '../importedExample';

/** The model writes the answer but can't choose the contact. It is shown errors of the tool. */
export async function agentThatAnswers(): Promise<void> {
	const model = await startChatModel();
	const before = () => {
		model.setReplies([[{ text: 'We open at noon.' }]]);
	};
	try {
		const openAi = await testEnvironment().client.createCredential({
			name: 'Model on this machine',
			type: 'openAiApi',
			data: { apiKey: 'none', organizationId: '', url: model.url, header: false },
		});
		const question = 'When do you open?';
		await runExample('agent-that-answers', {
			credentials: [openAi],
			steps: [
				{ before, body: { phone: lucia, question }, sends: [text(lucia, 'We open at noon.')] },
				{ before, body: { phone: nobody, question } },
			],
		});
		const [request] = model.requests;
		expect(JSON.stringify(request?.messages)).toContain(question);
		const tools = request?.tools.map(({ function: { parameters } }) => parameters.properties);
		expect(tools?.map((properties) => Object.keys(properties))).toEqual([['text']]);
		expect(model.toolResults()).toEqual([expect.stringContaining(notFound)]);
	} finally {
		await model.close();
	}
}
