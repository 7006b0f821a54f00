import {
	createModelCredential,
	startChatModel,
	type ToolCalls,
} from '../../../support/fixtures/chatModel';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { outputOf, waitFor } from '../../../support/n8n';
import { runExample, type Step } from '../exampleCase';
import {
	amara,
	contactWith,
	executionAfter,
	importExample,
	type ImportOptions,
	jonas,
	lucia,
	nobody,
	notFound,
	post,
	received,
	text,
	waitForNode,
} from '../importedExample';

const name = 'agent-that-answers';
const webhook = 'agent-messages';
const question = { id: 'm1', phone: lucia, text: 'When do you open?' };

const burst = ['Hello', 'Do you have a table?', 'For two people'];

/**
 * More replies than one answer needs. In each reply, the model calls the tool twice, and after the
 * first reply also with other texts, which aren't skipped as repetitions.
 */
const opening = { text: 'We open at noon.' };
const eagerReplies = Array.from(
	{ length: 8 },
	(_, index): ToolCalls => [index === 0 ? opening : { text: `Answer ${String(index)}` }, opening],
);

/** Each message is answered once, even if the model or the provider repeats it. */
export async function agentThatAnswers(): Promise<void> {
	const model = await startChatModel();
	/** Sets the replies of the model, and forgets earlier requests. */
	const replying = (replies: readonly ToolCalls[]) => () => {
		model.setReplies(replies);
	};
	/** The messages of the first request to the model after a step. */
	const conversation = () => JSON.stringify(model.requests[0]?.messages);
	const isNotAsked = () => {
		expect(model.requests).toEqual([]);
	};
	const incomplete: readonly Step[] = [
		{ phone: lucia, text: 'Hello?' },
		{ id: 'm3', phone: lucia },
		{ id: 'm4', phone: lucia, text: ' ' },
		{ id: 'm5', text: 'Hello?' },
		{ id: 'm6', phone: null, text: ['Hello?'] },
	].map((body) => ({ before: replying(eagerReplies), body, after: isNotAsked }));

	try {
		const openAi = await createModelCredential(model);
		await runExample(name, {
			credentials: [openAi],
			parameters: { 'Wait for more messages': { amount: 0.1 } },
			steps: [
				{ trigger: 'Before the first execution' },
				// The second execution reuses the table.
				{ trigger: 'Before the first execution' },
				{
					before: replying(eagerReplies),
					body: question,
					sends: [text(lucia, 'We open at noon.')],
					after: () => {
						expect(conversation()).toContain(question.text);
						const tools = model.requests[0]?.tools.map(({ function: { parameters } }) =>
							Object.keys(parameters.properties),
						);
						// The model can't choose the contact.
						expect(tools?.sort()).toEqual([[], ['text']]);
					},
				},
				{ before: replying(eagerReplies), body: question, after: isNotAsked },
				...incomplete,
				{
					before: replying([[{ text: 'Only on Mondays.' }]]),
					body: { id: 'm7', phone: '0015550100003', text: 'Are you ever closed?' },
					sends: [text(lucia, 'Only on Mondays.')],
					after: () => {
						expect(conversation()).toContain(question.text);
					},
				},
				{
					before: replying([[{ text: 'Hello!' }]]),
					body: { id: 'm8', phone: nobody, text: 'Hello?' },
					after: () => {
						expect(conversation()).not.toContain(question.text);
						expect(model.toolResults()).toEqual([expect.stringContaining(notFound)]);
					},
				},
				{
					before: replying([[{}]]),
					body: { id: 'm8b', phone: jonas, text: 'Can I talk to a person?' },
					contacts: { [jonas]: { tags: expect.arrayContaining(['human']) as string[] } },
					outputs: { 'List unanswered messages': [{ intermediateSteps: [{}] }] },
					after: () => {
						testEnvironment().service.contacts.removeTags(contactWith(jonas).id, ['human']);
					},
				},
				{
					before: replying([[{ text: 'A colleague will write.' }], [{}]]),
					body: { id: 'm9', phone: amara, text: 'Can I talk to a person?' },
					sends: [text(amara, 'A colleague will write.')],
					contacts: { [amara]: { tags: ['customer', 'human'] } },
				},
				{
					before: replying(eagerReplies),
					body: { id: 'm10', phone: amara, text: 'And when do you open?' },
					after: () => {
						expect(model.toolResults().join()).toContain('contactTagged');
					},
				},
			],
		});
		model.setReplies(eagerReplies);
		await expectOneAnswer({
			credentials: [openAi],
			// The waits are long enough for a busy machine, and the first message's wait ends
			// first.
			parameters: {
				'Wait for more messages': { amount: `={{ $json.text === '${burst[0] ?? ''}' ? 5 : 15 }}` },
			},
			settings: { saveExecutionProgress: true },
		});
		for (const content of burst) expect(conversation()).toContain(content);
	} finally {
		await model.close();
	}
}

/** Messages that arrive within a few seconds, some of them twice, receive one answer. */
async function expectOneAnswer(options: ImportOptions): Promise<void> {
	const { client } = testEnvironment();
	const workflow = await importExample(name, options);
	await client.activateWorkflow(workflow.id);
	const sentBefore = received().length;
	const messages = burst.map((content, index) => ({
		id: `burst-${String(index)}`,
		phone: jonas,
		text: content,
	}));

	const [first, ...others] = messages;
	await post(webhook, first);
	const firstId = await waitFor(
		'the first message',
		async () => (await client.listExecutions(workflow.id))[0]?.id,
	);
	await waitForNode(firstId, 'Store message');
	for (const message of others) {
		await Promise.all([post(webhook, message), post(webhook, message)]);
	}

	await client.waitForExecution(firstId);
	expect(received()).toHaveLength(sentBefore);
	for (let count = 0; count <= 2 * others.length; count += 1) {
		expect((await executionAfter(count, workflow.id)).error).toBeUndefined();
	}
	await client.deactivateWorkflow(workflow.id);
	expect(received().slice(sentBefore)).toHaveLength(1);
}

/** More than the 10,000 values that n8n's Remove Duplicates stores before it fails. */
const storedMessages = 10_100;

/** Messages are answered whatever the number of earlier ones, whose IDs are deleted when they are old. */
export async function agentWithManyMessages(): Promise<void> {
	const { client, executeSql } = testEnvironment();
	const model = await startChatModel();
	try {
		const workflow = await importExample(name, {
			credentials: [await createModelCredential(model)],
			parameters: { 'Wait for more messages': { amount: 0.1 } },
		});
		const setUp = await client.startWorkflow(workflow, 'Before the first execution');
		const [created] = outputOf(await client.waitForExecution(setUp), 'Create message table');
		const table = `data_table_user_${String(created?.json['id'])}`;
		await client.activateWorkflow(workflow.id);
		let executions = 1;
		const isAnswered = async (id: string) => {
			model.setReplies([[opening]]);
			await post(webhook, { ...question, id });
			expect((await executionAfter(executions, workflow.id)).error).toBeUndefined();
			executions += 1;
			return model.requests.length > 0;
		};

		await executeSql(
			`INSERT INTO ${table} (messageId, phone, text) WITH RECURSIVE number(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < ${String(storedMessages)}) SELECT 'stored-' || value, '${lucia}', '' FROM number`,
		);
		expect(await isAnswered('stored-1')).toBe(false);
		expect(await isAnswered('after-many')).toBe(true);
		await executeSql(
			`UPDATE ${table} SET createdAt = datetime('now', '-15 days') WHERE messageId = 'stored-1'`,
		);
		expect(await isAnswered('after-weeks')).toBe(true);
		expect(await isAnswered('stored-1')).toBe(true);
		await client.deactivateWorkflow(workflow.id);
	} finally {
		await model.close();
	}
}
