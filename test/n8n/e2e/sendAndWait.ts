import type { IConnection, INodeParameters } from 'n8n-workflow';
import { type Execution, inARow, newNode, outputOf, type Workflow } from '../../support/n8n';
import { until } from '../../support/n8n/until';
import {
	approveOrDecline,
	ask,
	askedIn,
	open,
	press,
	question,
	statusOf,
} from '../../support/running/question';
import { theRunning } from '../../support/running/running';
import { nodeName, type NodeSettings, runFlow, workflowOf } from '../../support/running/workflow';

const retry: NodeSettings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const isoTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const contactId = (index = 0) => theRunning().service.contacts.all()[index]?.id ?? '';

/** What came out of the question, once the execution has ended. */
function answerIn(execution: Execution): readonly unknown[] {
	expect(execution.error).toBeUndefined();
	return outputOf(execution, 'Good').map(({ json }) => json);
}

async function answerOf(executionId: string): Promise<readonly unknown[]> {
	return answerIn(await theRunning().client.waitForExecution(executionId));
}

/** Asks two contacts, one after the other. */
function loopOf(parameters: INodeParameters): Workflow {
	const items = [contactId(0), contactId(1)].map((id) => ({ contactId: id }));
	const flow = workflowOf({ parameters, items });
	const to = (node: string): IConnection[] => [{ node, type: 'main', index: 0 }];
	const loop = newNode('Loop', ['n8n-nodes-base.splitInBatches', 3], { options: {} });
	return {
		...flow,
		nodes: [...flow.nodes, loop],
		connections: {
			...inARow('Start', 'Items', 'Loop'),
			Loop: { main: [to('Good'), to(nodeName)] },
			[nodeName]: { main: [to('Loop')] },
		},
	};
}

/** Send and Wait for Response, in every release. */
export function sendAndWait(): void {
	test('a colleague approves: one message goes out, and the workflow goes on', async () => {
		const { executionId, text, links } = await ask({ message: '=Order {{ $json.order }}?' });

		const page = await open(links['Approve']);
		const answered = await press(links['Approve']);

		expect(text).toMatch(/^Order 1042\?\n\nApprove: http:\S+$/);
		expect(page.status).toBe(200);
		expect(page.html).toContain('<p>Order 1042?</p>');
		expect(page.html).toContain('<button>Approve</button>');
		expect(page.headers['content-security-policy']).toContain("default-src 'none'");
		expect(answered.status).toBe(200);
		expect(answered.html).toContain('Thank you');
		expect(await answerOf(executionId)).toEqual([
			{ data: { approved: true, respondedAt: isoTime }, contactId: contactId() },
		]);
		expect(theRunning().service.messages).toHaveLength(1);
	});

	test('a contact who is found by phone answers in words, and stands there by ID', async () => {
		const { phone = '' } = theRunning().service.contacts.all()[1]?.custom_fields ?? {};
		const byPhone = { __rl: true, mode: 'phone', value: phone };
		const { executionId, links } = await ask({ responseType: 'freeText', contactId: byPhone });

		const page = await open(links['Respond']);
		const empty = await press(links['Respond'], { text: ' ' });
		await press(links['Respond'], { text: 'Yes & <no>\r\nñ 🙂' });

		expect(page.html).toContain('<textarea id="text"');
		expect(empty.html).toContain('Write an answer first.');
		expect(await answerOf(executionId)).toEqual([
			{ data: { text: 'Yes & <no>\nñ 🙂', respondedAt: isoTime }, contactId: contactId(1) },
		]);
	});

	test('previews and bots that fetch the links decide nothing', async () => {
		const { client } = theRunning();
		const { executionId, links } = await ask(approveOrDecline);

		for (const url of Object.values(links)) {
			await open(url, { userAgent: 'WhatsApp/2.23.20.0' });
			await open(url, { userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
			await open(url, { method: 'HEAD' });
		}

		expect(await statusOf(client, executionId)).toBe('waiting');
		await press(links['Approve']);
		expect(await answerOf(executionId)).toMatchObject([{ data: { approved: true } }]);
	});

	test('of several answers at the same moment, and of later ones, the first counts', async () => {
		const { executionId, links } = await ask(approveOrDecline);

		const answers = await Promise.all(
			['Approve', 'Decline', 'Approve', 'Decline'].map(async (label) => await press(links[label])),
		);
		const execution = await theRunning().client.waitForExecution(executionId);
		const late = await press(links['Decline']);

		expect(answers.filter(({ html }) => html.includes('Thank you'))).toHaveLength(1);
		expect(answerIn(execution)).toHaveLength(1);
		expect(execution.runs['Good']).toHaveLength(1);
		// That an execution has ended is n8n's to say.
		expect(late.html).toContain('No action required');
	});

	test('a link that somebody changed decides nothing', async () => {
		const { client } = theRunning();
		const { executionId, links } = await ask(approveOrDecline);
		const signature = /signature=\w/;
		const forged = [
			links['Approve']?.replace(signature, 'signature=_'),
			links['Decline']?.replace('approved=false', 'approved=true'),
			links['Decline']?.replace(/question=[^&]+/, 'question=1'),
			links['Approve']?.replace(/&signature=.*/, ''),
		];

		for (const url of forged) {
			const { status, html } = await press(url);
			expect(status).toBe(401);
			expect(html).not.toContain('Thank you');
		}

		expect(await statusOf(client, executionId)).toBe('waiting');
		await client.stopExecution(executionId);
	});

	test("a link answers its own question, and not a loop's next one", async () => {
		const { client, service } = theRunning();
		const executionId = await client.startWorkflow(loopOf(question(approveOrDecline)));
		const first = await askedIn(executionId);
		await press(first.links['Approve']);
		await until({ within: 60_000, waitingFor: 'the second question' }, () =>
			Promise.resolve(service.messages.length === 2 ? true : undefined),
		);
		const second = await askedIn(executionId);

		const again = await press(first.links['Approve']);
		await press(second.links['Decline']);

		expect(again).toMatchObject({
			status: 410,
			html: expect.stringContaining('no longer valid') as string,
		});
		expect(await answerOf(executionId)).toMatchObject([
			{ data: { approved: true }, contactId: contactId(0) },
			{ data: { approved: false }, contactId: contactId(1) },
		]);
	});

	test('when the time is over, the workflow goes on with what came in', async () => {
		const limit = { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' };
		const { executionId, links } = await ask({
			options: { limitWaitTime: { values: limit } },
		});

		// n8n looks once a minute which executions have waited long enough.
		const output = await answerOf(executionId);
		const late = await press(links['Approve']);

		expect(output).toEqual([{ contactId: contactId(), order: 1042 }]);
		expect(late.html).not.toContain('Thank you');
	}, 150_000);

	test('a colleague declines after n8n was started again', async () => {
		const { executionId, links } = await ask({ ...approveOrDecline, message: 'Before: yes?' });
		expect(Object.keys(links)).toEqual(['Approve', 'Decline']);

		await theRunning().restart();
		const page = await open(links['Decline']);
		await press(links['Decline']);

		expect(page.html).toContain('Before: yes?');
		expect(await answerOf(executionId)).toMatchObject([
			{ data: { approved: false }, contactId: contactId() },
		]);
	});

	test('more than one item is refused before anything is sent', async () => {
		const items = [{ contactId: contactId(0) }, { contactId: contactId(1) }];

		const { execution } = await runFlow({ parameters: question(), items });

		expect(execution.error).toMatchObject({
			message: expect.stringContaining('takes one item at a time, but got 2') as string,
			description: expect.stringContaining('Loop Over Items') as string,
		});
		expect(theRunning().service.messages).toEqual([]);
	});

	test('a question that may have been sent is told, and is not waited for', async () => {
		const { service } = theRunning();
		service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });
		const items = [{ contactId: contactId() }];

		const { execution } = await runFlow({ parameters: question(), items, settings: retry });

		expect(execution.error?.message).toContain('The connection to the service was lost');
		expect(service.messages).toHaveLength(1);
	});

	test('a question is not sent if its time is over while it waits for the rate limit', async () => {
		const { service } = theRunning();
		const headers = { 'retry-after': '8' };
		service.faults.add({ fault: { kind: 'status', status: 429, headers } });
		const maxDateAndTime = `={{ $now.plus(4, 'seconds') }}`;
		const values = { limitType: 'atSpecifiedTime', maxDateAndTime };

		const { execution } = await runFlow({
			parameters: question({ options: { limitWaitTime: { values } } }),
			items: [{ contactId: contactId() }],
		});

		expect(execution.error?.message).toContain("'Max Date and Time' passed before");
		expect(service.requests).toMatchObject([{ status: 429 }]);
	});

	test('in a Continue mode, what was not sent goes on with its error', async () => {
		const items = [{ contactId: 'nobody' }];
		const settings = { onError: 'continueErrorOutput' } as const;

		const { items: good, errorItems } = await runFlow({ parameters: question(), items, settings });

		expect(good).toEqual([]);
		expect(errorItems[0]?.json).toMatchObject({ error: { outcome: 'notDone' } });
	});

	test('an item that looks like a failed one is asked about once', async () => {
		const { client, service } = theRunning();
		const flow = workflowOf({
			parameters: question(),
			items: [{ contactId: contactId(), error: 'from an earlier node' }],
			settings: { ...retry, onError: 'continueRegularOutput' },
		});
		const { executionId, links } = await askedIn(await client.startWorkflow(flow));

		await press(links['Approve']);

		expect(await answerOf(executionId)).toMatchObject([{ data: { approved: true } }]);
		expect(service.messages).toHaveLength(1);
	});
}
