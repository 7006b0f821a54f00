import type { IConnection } from 'n8n-workflow';
import { channelMessagingNode, nodeName, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { contact, sendAndWait } from '../../support/fixtures/parameters';
import {
	approveOrDecline,
	executionStatus,
	openLink,
	type PendingQuestion,
	sendQuestion,
	shortLimit,
	submitAnswer,
	waitForQuestion,
} from '../../support/fixtures/question';
import { contactId, testEnvironment } from '../../support/fixtures/testEnvironment';
import {
	connectInSequence,
	type Execution,
	manualTrigger,
	newNode,
	outputOf,
	sequentialWorkflow,
	waitFor,
	type Workflow,
} from '../../support/n8n';

const isoTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** The values of the buttons on the page of an approval. */
const approve = { a: '1' };
const decline = { a: '0' };

function outputJson(execution: Execution): readonly unknown[] {
	expect(execution.error).toBeUndefined();
	return outputOf(execution, 'Success').map(({ json }) => json);
}

/** Waits until an execution has ended, and returns its output. */
async function answerOf(executionId: string): Promise<readonly unknown[]> {
	return outputJson(await testEnvironment().client.waitForExecution(executionId));
}

/** Returns a workflow that asks two contacts one after the other. */
function loopWorkflow(): Workflow {
	const items = [contactId(0), contactId(1)].map((id) => ({ contactId: id }));
	const workflow = workflowOf({ parameters: sendAndWait(approveOrDecline), items });
	const to = (node: string): IConnection[] => [{ node, type: 'main', index: 0 }];
	const loop = newNode('Loop', ['n8n-nodes-base.splitInBatches', 3], { options: {} });
	return {
		...workflow,
		nodes: [...workflow.nodes, loop],
		connections: {
			...connectInSequence('Start', 'Items', 'Loop'),
			Loop: { main: [to('Success'), to(nodeName)] },
			[nodeName]: { main: [to('Loop')] },
		},
	};
}

/** Returns a workflow that asks, and then checks with the documented condition if there was an answer. */
function workflowWithCheck(): Workflow {
	const items = [{ contactId: contactId(), order: 1042 }];
	const workflow = workflowOf({ parameters: sendAndWait(), items });
	const condition = {
		leftValue: '={{ $json.data?.respondedAt }}',
		rightValue: '',
		operator: { type: 'string', operation: 'exists', singleValue: true },
	};
	const check = newNode('Answered?', ['n8n-nodes-base.if', 2.2], {
		conditions: {
			options: { typeValidation: 'strict', version: 2 },
			conditions: [condition],
			combinator: 'and',
		},
	});
	return {
		...workflow,
		nodes: [...workflow.nodes, check],
		connections: connectInSequence('Start', 'Items', nodeName, check.name),
	};
}

/** Send and Wait for Response with n8n's webhooks and waiting executions. */
export function sendAndWaitForResponse(): void {
	test('a stopped question that is retried continues without an answer, which an If node detects', async () => {
		const { client, service } = testEnvironment();
		const workflow = await client.createWorkflow(workflowWithCheck());
		const { executionId } = await waitForQuestion(await client.startWorkflow(workflow));

		await client.stopExecution(executionId);
		const retried = await client.retryExecution(executionId, workflow.id);

		expect(retried.error).toBeUndefined();
		expect(service.messages).toHaveLength(1);
		expect(outputOf(retried, 'Answered?', 0)).toEqual([]);
		expect(outputOf(retried, 'Answered?', 1)).toMatchObject([
			{ json: { contactId: contactId(), order: 1042 } },
		]);
	});

	test('the documented condition of the If node is true for an answer', async () => {
		const { client } = testEnvironment();
		const { executionId, links } = await waitForQuestion(
			await client.startWorkflow(workflowWithCheck()),
		);

		await submitAnswer(links['Approve']);
		const execution = await client.waitForExecution(executionId);

		expect(outputOf(execution, 'Answered?', 0)).toMatchObject([
			{ json: { data: { approved: true } } },
		]);
		expect(outputOf(execution, 'Answered?', 1)).toEqual([]);
	});

	test('an approval resumes the execution, and a request for its page does not', async () => {
		const { executionId, text, links } = await sendQuestion({
			message: '=Order {{ $json.order }}?',
		});

		const page = await openLink(links['Approve']);
		const opened = await executionStatus(executionId);
		const answered = await submitAnswer(links['Approve']);

		expect(text).toMatch(/^Order 1042\?\n\nApprove: http:\S+$/);
		expect(page.status).toBe(200);
		expect(page.html).toContain('<p dir="auto">Order 1042?</p>');
		expect(page.html).toContain('>Approve</button>');
		expect(page.headers['content-security-policy']).toContain("default-src 'none'");
		expect(opened).toBe('waiting');
		expect(answered.status).toBe(200);
		expect(answered.html).toContain('Thank you');
		expect(await answerOf(executionId)).toEqual([
			{ data: { approved: true, respondedAt: isoTime }, contactId: contactId() },
		]);
		expect(testEnvironment().service.messages).toHaveLength(1);
	});

	test('a custom form rejects invalid values with 400 and returns typed answers', async () => {
		const options = [{ option: 'Gluten-free' }, { option: 'Vegan' }, { option: 'Lactose-free' }];
		const { executionId, links } = await sendQuestion({
			responseType: 'customForm',
			formFields: {
				values: [
					{ fieldLabel: 'Día', fieldType: 'textarea', requiredField: true },
					{ fieldLabel: 'Guests', fieldType: 'number', fieldName: 'guests' },
					{ fieldLabel: 'Diet', fieldType: 'checkbox', fieldOptions: { values: options } },
				],
			},
		});
		const answer = {
			'field-0': 'Mañá & <tarde>\r\n🙂',
			'field-2': ['Gluten-free', 'Lactose-free'],
		};

		const number = '9007199254740993';
		const rejected = await submitAnswer(links['Respond'], { ...answer, 'field-1': number });
		const accepted = await submitAnswer(links['Respond'], { ...answer, 'field-1': '4' });

		expect(rejected.status).toBe(400);
		expect(rejected.html).toContain(`value="${number}"`);
		expect(accepted.html).toContain('Thank you');
		expect(await answerOf(executionId)).toMatchObject([
			{
				data: {
					Día: 'Mañá & <tarde>\n🙂',
					guests: 4,
					Diet: ['Gluten-free', 'Lactose-free'],
				},
			},
		]);
	});

	test('only the first of several concurrent and later answers is accepted', async () => {
		const { executionId, links } = await sendQuestion(approveOrDecline);

		const answers = await Promise.all(
			[approve, decline, approve, decline].map(
				async (button) => await submitAnswer(links['Respond'], button),
			),
		);
		const execution = await testEnvironment().client.waitForExecution(executionId);
		const late = await submitAnswer(links['Respond'], decline);

		expect(answers.filter(({ html }) => html.includes('Thank you'))).toHaveLength(1);
		expect(outputJson(execution)).toHaveLength(1);
		expect(execution.nodeExecutions['Success']).toHaveLength(1);
		// n8n's page for ended executions.
		expect(late.html).toContain('No action required');
	});

	test('a modified link is rejected with 401', async () => {
		const { executionId, links } = await sendQuestion({
			...approveOrDecline,
			options: { singleLink: false },
		});
		const signature = /signature=\w/;
		const forged = [
			links['Approve']?.replace(signature, 'signature=_'),
			links['Decline']?.replace('a=0', 'a=1'),
			links['Decline']?.replace(/\bq=[^&]+/, 'q=1'),
			links['Approve']?.replace(/&signature=.*/, ''),
			// Some messengers append tracking parameters.
			`${links['Approve'] ?? ''}&utm_source=messenger`,
		];

		for (const url of forged) {
			const { status, html } = await submitAnswer(url);
			expect(status).toBe(401);
			expect(html).not.toContain('Thank you');
		}

		expect(await executionStatus(executionId)).toBe('waiting');
		await testEnvironment().client.stopExecution(executionId);
	});

	test('a loop asks each contact a question, and the link of an earlier question returns 410', async () => {
		const { client, service } = testEnvironment();
		const executionId = await client.startWorkflow(loopWorkflow());
		const first = await waitForQuestion(executionId);
		await submitAnswer(first.links['Respond'], approve);
		await waitFor('the second question', () => service.messages.length === 2);
		const second = await waitForQuestion(executionId);

		const { status, html } = await submitAnswer(first.links['Respond'], approve);
		await submitAnswer(second.links['Respond'], decline);

		expect(status).toBe(410);
		expect(html).toContain('no longer valid');
		expect(await answerOf(executionId)).toMatchObject([
			{ data: { approved: true }, contactId: contactId(0) },
			{ data: { approved: false }, contactId: contactId(1) },
		]);
	});

	test.each(['constructor', '}} "quoted"'])(
		'a question of a node called %j can be answered',
		async (name) => {
			const parameters = sendAndWait({ contactId: contact(contactId()) });
			const node = { ...channelMessagingNode(parameters), name };
			const workflow = sequentialWorkflow('Question', [manualTrigger, node]);
			const { client } = testEnvironment();
			const { executionId, links } = await waitForQuestion(await client.startWorkflow(workflow));

			await submitAnswer(links['Approve']);

			const execution = await client.waitForExecution(executionId);
			expect(outputOf(execution, name)).toMatchObject([{ json: { data: { approved: true } } }]);
		},
	);

	describe('after a restart of n8n', () => {
		// Both tests share one restart.
		const pending: { answered?: PendingQuestion; expired?: PendingQuestion } = {};

		beforeAll(async () => {
			pending.expired = await sendQuestion({ options: { limitWaitTime: shortLimit } });
			pending.answered = await sendQuestion(approveOrDecline);
			await testEnvironment().restart();
		});

		test('a question with a single link can be answered', async () => {
			const { executionId = '', links = {} } = pending.answered ?? {};
			const page = await openLink(links['Respond']);
			await submitAnswer(links['Respond'], decline);

			expect(page.html).toContain('>Approve</button>');
			expect(await answerOf(executionId)).toMatchObject([
				{ data: { approved: false }, contactId: contactId() },
			]);
		});

		test('an expired execution resumes with only its input items', async () => {
			const { executionId = '', links = {} } = pending.expired ?? {};
			const output = await answerOf(executionId);
			const late = await submitAnswer(links['Approve']);

			expect(output).toEqual([{ contactId: contactId(), order: 1042 }]);
			expect(late.html).not.toContain('Thank you');
		});
	});
}
