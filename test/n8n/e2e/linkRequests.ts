import { channelMessagingNode } from '../../support/fixtures/nodeWorkflow';
import { sendAndWait } from '../../support/fixtures/parameters';
import {
	executionStatus,
	openLink,
	sendQuestion,
	submitAnswer,
	waitForQuestion,
} from '../../support/fixtures/question';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { connectInSequence, newNode, outputOf, type Workflow } from '../../support/n8n';

/** Replaces text in the stored data of an execution. n8n stores a question as JSON within JSON. */
async function changeStoredQuestion(executionId: string, from: string, to: string): Promise<void> {
	const quotes = (text: string) => text.replaceAll('"', '\\"');
	await testEnvironment().executeSql(
		'UPDATE execution_data SET data = replace(data, ?, ?) WHERE executionId = ?',
		[quotes(from), quotes(to), executionId],
	);
}

/** Returns a workflow with one question, which a node with this name asks. */
function workflowWithNode(name: string): Workflow {
	const parameters = sendAndWait({
		contactId: { __rl: true, mode: 'id', value: testEnvironment().service.contacts.all()[0]?.id },
	});
	return {
		name: 'Question',
		nodes: [
			newNode('Start', ['n8n-nodes-base.manualTrigger', 1]),
			{ ...channelMessagingNode(parameters), name },
		],
		// After nodes called constructor or prototype, n8n executes no other nodes.
		connections: connectInSequence('Start', name),
		settings: { executionOrder: 'v1' },
	};
}

/** Requests to links that could resume an execution by mistake, block n8n, or lose an answer. */
export function linkRequests(): void {
	test('a question that was stored without a text has a page, and waits for an answer', async () => {
		const { executionId, links } = await sendQuestion();
		await changeStoredQuestion(executionId, '"pageTitle":"Your answer",', '');

		const page = await openLink(links['Approve']);
		const opened = await executionStatus(executionId);
		await submitAnswer(links['Approve']);

		expect(page.status).toBe(200);
		expect(page.html).toContain('<title>Your answer</title>');
		expect(opened).toBe('waiting');
		const execution = await testEnvironment().client.waitForExecution(executionId);
		expect(outputOf(execution, 'Success')).toMatchObject([{ json: { data: { approved: true } } }]);
	});

	test('no request to a question that this version cannot read resumes the execution', async () => {
		const { executionId, links } = await sendQuestion();
		await changeStoredQuestion(executionId, '"choices":', '"answers":');

		const pages = [await openLink(links['Approve']), await submitAnswer(links['Approve'])];

		expect(pages.map(({ status }) => status)).toEqual([410, 410]);
		expect(await executionStatus(executionId)).toBe('waiting');
		await testEnvironment().client.stopExecution(executionId);
	});

	test.each(['constructor', 'prototype', 'binding', 'line\u2028separator', '}} "quoted"'])(
		'a question of a node called %j can be answered',
		async (name) => {
			const { client } = testEnvironment();
			const workflow = workflowWithNode(name);
			const { executionId, links } = await waitForQuestion(await client.startWorkflow(workflow));

			const page = await openLink(links['Approve']);
			const answered = await submitAnswer(links['Approve']);

			expect(page.html).toContain('>Approve</button>');
			expect(answered.html).toContain('Thank you');
			const execution = await client.waitForExecution(executionId);
			expect(outputOf(execution, name)).toMatchObject([{ json: { data: { approved: true } } }]);
		},
	);

	test('a value of 19 MB is rejected with a small page', async () => {
		const { executionId, links } = await sendQuestion({ responseType: 'freeText' });

		const { html, status } = await submitAnswer(links['Respond'], {
			'field-0': '&'.repeat(19_000_000),
		});

		expect(status).toBe(400);
		expect(html).toContain('This answer is too long.');
		expect(html.length).toBeLessThan(10_000);
		expect(await executionStatus(executionId)).toBe('waiting');
		await testEnvironment().client.stopExecution(executionId);
	});
}
