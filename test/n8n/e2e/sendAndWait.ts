import type { IConnection, INodeParameters } from 'n8n-workflow';
import {
	connectInSequence,
	type Execution,
	newNode,
	outputOf,
	waitFor,
	type Workflow,
} from '../../support/n8n';
import {
	approveOrDecline,
	type PendingQuestion,
	sendQuestion,
	waitForQuestion,
	openLink,
	submitAnswer,
	executionStatus,
} from '../../support/fixtures/question';
import { sendAndWait } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import {
	nodeName,
	type NodeSettings,
	runNode,
	workflowOf,
} from '../../support/fixtures/nodeWorkflow';

const retryOnFail: NodeSettings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const isoTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const contactId = (index = 0) => testEnvironment().service.contacts.all()[index]?.id ?? '';

/** Returns the JSON of the output items of a successful execution. */
function outputJson(execution: Execution): readonly unknown[] {
	expect(execution.error).toBeUndefined();
	return outputOf(execution, 'Success').map(({ json }) => json);
}

/** Waits until an execution has ended, and returns its output. */
async function answerOf(executionId: string): Promise<readonly unknown[]> {
	return outputJson(await testEnvironment().client.waitForExecution(executionId));
}

/** Returns a workflow that asks two contacts one after the other. */
function loopWorkflow(parameters: INodeParameters): Workflow {
	const items = [contactId(0), contactId(1)].map((id) => ({ contactId: id }));
	const workflow = workflowOf({ parameters, items });
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

/** Send and Wait for Response with n8n's webhooks and waiting executions. */
export function sendAndWaitForResponse(): void {
	test('an approval resumes the execution after a single message', async () => {
		const { executionId, text, links } = await sendQuestion({
			message: '=Order {{ $json.order }}?',
		});

		const page = await openLink(links['Approve']);
		const answered = await submitAnswer(links['Approve']);

		expect(text).toMatch(/^Order 1042\?\n\nApprove: http:\S+$/);
		expect(page.status).toBe(200);
		expect(page.html).toContain('<p>Order 1042?</p>');
		expect(page.html).toContain('>Approve</button>');
		expect(page.headers['content-security-policy']).toContain("default-src 'none'");
		expect(answered.status).toBe(200);
		expect(answered.html).toContain('Thank you');
		expect(await answerOf(executionId)).toEqual([
			{ data: { approved: true, respondedAt: isoTime }, contactId: contactId() },
		]);
		expect(testEnvironment().service.messages).toHaveLength(1);
	});

	test('a free-text answer of a contact found by phone is returned with the contact ID', async () => {
		const { phone = '' } = testEnvironment().service.contacts.all()[1]?.custom_fields ?? {};
		const byPhone = { __rl: true, mode: 'phone', value: phone };
		const { executionId, links } = await sendQuestion({
			responseType: 'freeText',
			contactId: byPhone,
		});

		const page = await openLink(links['Respond']);
		const emptyAnswer = await submitAnswer(links['Respond'], { 'field-0': ' ' });
		await submitAnswer(links['Respond'], { 'field-0': 'Yes & <no>\r\nñ 🙂' });

		expect(page.html).toContain('<textarea ');
		expect(emptyAnswer.html).toContain('An answer is required.');
		expect(await answerOf(executionId)).toEqual([
			{ data: { text: 'Yes & <no>\nñ 🙂', respondedAt: isoTime }, contactId: contactId(1) },
		]);
	});

	test('a custom form has texts in the language of the contact, and returns typed answers', async () => {
		const pageTexts = {
			language: 'gl',
			rejectedForm: 'Revisa os campos.',
			completionTitle: 'Grazas',
		};
		const options = [{ option: 'Sen glute' }, { option: 'Vexetariana' }, { option: 'Sen lactosa' }];
		const { executionId, links } = await sendQuestion({
			responseType: 'customForm',
			formFields: {
				values: [
					{ fieldLabel: 'Nome', requiredField: true },
					{ fieldLabel: 'Persoas', fieldType: 'number', fieldName: 'guests' },
					{ fieldLabel: 'Día', fieldType: 'date', requiredField: true },
					{ fieldLabel: 'Dieta', fieldType: 'checkbox', fieldOptions: { values: options } },
				],
			},
			options: { messageButtonLabel: 'Responder', pageTexts: { values: pageTexts } },
		});
		const answer: [string, string][] = [
			['field-0', 'Ana'],
			['field-1', '4'],
			['field-3', 'Sen glute'],
			['field-3', 'Sen lactosa'],
		];

		const page = await openLink(links['Responder']);
		const rejected = await submitAnswer(links['Responder'], [...answer, ['field-2', 'mañá']]);
		const answered = await submitAnswer(links['Responder'], [...answer, ['field-2', '2030-01-31']]);

		expect(page.html).toContain('<html lang="gl">');
		expect(rejected.status).toBe(400);
		expect(rejected.html).toContain('Revisa os campos.');
		expect(rejected.html).toContain('value="Ana"');
		expect(answered.html).toContain('Grazas');
		expect(await answerOf(executionId)).toEqual([
			{
				data: {
					Nome: 'Ana',
					guests: 4,
					Día: '2030-01-31',
					Dieta: ['Sen glute', 'Sen lactosa'],
					respondedAt: isoTime,
				},
				contactId: contactId(),
			},
		]);
	});

	test('a file field of a custom form is rejected before the question is sent', async () => {
		const jsonOutput = JSON.stringify([{ fieldLabel: 'Photo', fieldType: 'file' }]);
		const form = { responseType: 'customForm', defineForm: 'json', jsonOutput };

		const { execution } = await runNode({
			parameters: sendAndWait(form),
			items: [{ contactId: contactId() }],
		});

		expect(execution.error?.message).toContain("is 'file', which is not supported");
		expect(testEnvironment().service.requests).toEqual([]);
	});

	test('a single link shows all buttons, and only the first answer is accepted', async () => {
		const { client } = testEnvironment();
		const options = { singleLink: true };
		const { executionId, text, links } = await sendQuestion({ ...approveOrDecline, options });

		const page = await openLink(links['Respond']);
		const opened = await executionStatus(client, executionId);
		const answers = [
			await submitAnswer(links['Respond'], { a: '0' }),
			await submitAnswer(links['Respond'], { a: '1' }),
		];

		expect(text.match(/https?:/g)).toHaveLength(1);
		expect(page.html).toContain('>Approve</button>');
		expect(page.html).toContain('>Decline</button>');
		expect(opened).toBe('waiting');
		expect(answers.map(({ html }) => html.includes('Thank you'))).toEqual([true, false]);
		expect(await answerOf(executionId)).toMatchObject([{ data: { approved: false } }]);
	});

	test('link previews and bots do not submit an answer', async () => {
		const { client } = testEnvironment();
		const { executionId, links } = await sendQuestion(approveOrDecline);

		for (const url of Object.values(links)) {
			await openLink(url, { userAgent: 'WhatsApp/2.23.20.0' });
			await openLink(url, { userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
			await openLink(url, { method: 'HEAD' });
		}

		expect(await executionStatus(client, executionId)).toBe('waiting');
		await submitAnswer(links['Approve']);
		expect(await answerOf(executionId)).toMatchObject([{ data: { approved: true } }]);
	});

	test('only the first of several concurrent and later answers is accepted', async () => {
		const { executionId, links } = await sendQuestion(approveOrDecline);

		const answers = await Promise.all(
			['Approve', 'Decline', 'Approve', 'Decline'].map(
				async (label) => await submitAnswer(links[label]),
			),
		);
		const execution = await testEnvironment().client.waitForExecution(executionId);
		const late = await submitAnswer(links['Decline']);

		expect(answers.filter(({ html }) => html.includes('Thank you'))).toHaveLength(1);
		expect(outputJson(execution)).toHaveLength(1);
		expect(execution.nodeExecutions['Success']).toHaveLength(1);
		// n8n's page for ended executions.
		expect(late.html).toContain('No action required');
	});

	test('a modified link is rejected with 401', async () => {
		const { client } = testEnvironment();
		const { executionId, links } = await sendQuestion(approveOrDecline);
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

		expect(await executionStatus(client, executionId)).toBe('waiting');
		await client.stopExecution(executionId);
	});

	test('a link of an earlier question in a loop is rejected with 410', async () => {
		const { client, service } = testEnvironment();
		const executionId = await client.startWorkflow(loopWorkflow(sendAndWait(approveOrDecline)));
		const first = await waitForQuestion(executionId);
		await submitAnswer(first.links['Approve']);
		await waitFor('the second question', () => service.messages.length === 2);
		const second = await waitForQuestion(executionId);

		const repeated = await submitAnswer(first.links['Approve']);
		await submitAnswer(second.links['Decline']);

		expect(repeated).toMatchObject({
			status: 410,
			html: expect.stringContaining('no longer valid') as string,
		});
		expect(await answerOf(executionId)).toMatchObject([
			{ data: { approved: true }, contactId: contactId(0) },
			{ data: { approved: false }, contactId: contactId(1) },
		]);
	});

	describe('after a restart of n8n', () => {
		// One restart for both tests: n8n resumes expired executions once a minute, and when it starts.
		const pending: { answered?: PendingQuestion; expired?: PendingQuestion } = {};

		beforeAll(async () => {
			const limit = { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' };
			pending.expired = await sendQuestion({ options: { limitWaitTime: { values: limit } } });
			pending.answered = await sendQuestion({ ...approveOrDecline, message: 'Until later?' });
			await testEnvironment().restart();
		});

		test('a question can be answered', async () => {
			const { executionId = '', links = {} } = pending.answered ?? {};
			const page = await openLink(links['Decline']);
			await submitAnswer(links['Decline']);

			expect(page.html).toContain('Until later?');
			expect(await answerOf(executionId)).toMatchObject([
				{ data: { approved: false }, contactId: contactId() },
			]);
		});

		test('an expired execution has resumed with its input items', async () => {
			const { executionId = '', links = {} } = pending.expired ?? {};
			const output = await answerOf(executionId);
			const late = await submitAnswer(links['Approve']);

			expect(output).toEqual([{ contactId: contactId(), order: 1042 }]);
			expect(late.html).not.toContain('Thank you');
		});
	});

	test('more than one item is rejected before any message is sent', async () => {
		const items = [{ contactId: contactId(0) }, { contactId: contactId(1) }];

		const { execution } = await runNode({ parameters: sendAndWait(), items });

		expect(execution.error).toMatchObject({
			message: expect.stringContaining('accepts one item at a time, but received 2') as string,
			description: expect.stringContaining('Loop Over Items') as string,
		});
		expect(testEnvironment().service.messages).toEqual([]);
	});

	test('a question with an unknown outcome stops the workflow', async () => {
		const { service } = testEnvironment();
		service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });
		const items = [{ contactId: contactId() }];

		const { execution } = await runNode({
			parameters: sendAndWait(),
			items,
			settings: retryOnFail,
		});

		expect(execution.error?.message).toContain('The connection to the service was lost');
		expect(service.messages).toHaveLength(1);
	});

	test('a question is not sent if its time limit passes while it waits for the rate limit', async () => {
		const { service } = testEnvironment();
		const headers = { 'retry-after': '5' };
		service.faults.add({ fault: { kind: 'status', status: 429, headers } });
		const maxDateAndTime = `={{ $now.plus(3, 'seconds') }}`;
		const values = { limitType: 'atSpecifiedTime', maxDateAndTime };

		const { execution } = await runNode({
			parameters: sendAndWait({ options: { limitWaitTime: { values } } }),
			items: [{ contactId: contactId() }],
		});

		expect(execution.error?.message).toContain("'Max Date and Time' passed before");
		expect(service.requests).toMatchObject([{ status: 429 }]);
	});

	test('a question that was not sent reaches the error output', async () => {
		const items = [{ contactId: 'nobody' }];
		const settings = { onError: 'continueErrorOutput' } as const;

		const { items: answered, errorItems } = await runNode({
			parameters: sendAndWait(),
			items,
			settings,
		});

		expect(answered).toEqual([]);
		expect(errorItems[0]?.json).toMatchObject({ error: { outcome: 'notDone' } });
	});

	test('an input item with an `error` field is asked about once', async () => {
		const { client, service } = testEnvironment();
		const workflow = workflowOf({
			parameters: sendAndWait(),
			items: [{ contactId: contactId(), error: 'from an earlier node' }],
			settings: { ...retryOnFail, onError: 'continueRegularOutput' },
		});
		const { executionId, links } = await waitForQuestion(await client.startWorkflow(workflow));

		await submitAnswer(links['Approve']);

		expect(await answerOf(executionId)).toMatchObject([{ data: { approved: true } }]);
		expect(service.messages).toHaveLength(1);
	});
}
