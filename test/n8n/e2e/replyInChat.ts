import type { INodeParameters } from 'n8n-workflow';
import { runNode, workflowOf } from '../../support/fixtures/nodeWorkflow';
import { askInChat, contact, passOnReply } from '../../support/fixtures/parameters';
import { executionStatus, waitForQuestion } from '../../support/fixtures/question';
import { contactId, testEnvironment } from '../../support/fixtures/testEnvironment';
import { outputOf } from '../../support/n8n';

const field = 'n8nQuestion';

/** Asks a contact, and waits until the execution waits. */
async function ask(parameters: INodeParameters = {}, id = contactId()): Promise<string> {
	const workflow = workflowOf({ parameters: askInChat(parameters), items: [{ contactId: id }] });
	const executionId = await testEnvironment().client.startWorkflow(workflow);
	await waitForQuestion(executionId);
	return executionId;
}

/** Passes on messages of a contact in another workflow, and returns its output. */
async function reply(...texts: string[]): Promise<unknown> {
	const items = texts.map((text) => ({ contactId: contactId(), text }));
	const { execution, items: output } = await runNode({ parameters: passOnReply(), items });
	expect(execution.error).toBeUndefined();
	return output.map(({ json }) => json);
}

async function answerOf(executionId: string): Promise<readonly unknown[]> {
	const execution = await testEnvironment().client.waitForExecution(executionId);
	expect(execution.error).toBeUndefined();
	return outputOf(execution, 'Success').map(({ json }) => json);
}

const notPassedOn = (reason: string) => ({ passedOn: false, reason, contactId: contactId() });

/** Send and Wait for Response with an answer in the chat, which another workflow receives. */
export function replyInChat(): void {
	test('only the first quick reply resumes the execution', async () => {
		const { service } = testEnvironment();
		const executionId = await ask();
		const saved = service.contacts.get(contactId())?.custom_fields[field] ?? '';

		const other = await reply('Who is this?');
		const statusAfterOther = await executionStatus(executionId);
		const first = await reply('  YES,  please');
		const [answer] = await answerOf(executionId);
		const late = await reply('No');

		expect(service.messages).toMatchObject([
			{
				item: {
					type: 'quick_reply',
					title: 'Shall we send order 1042?',
					replies: ['Yes, please', 'No', 'Later'],
				},
			},
		]);
		expect(saved).toMatch(/^n8n-question-1:[\w-]+$/);
		expect(other).toEqual([notPassedOn('notAReply')]);
		expect(statusAfterOther).toBe('waiting');
		expect(first).toEqual([
			{
				passedOn: true,
				workflow: 'Channel Messaging',
				node: 'Channel Messaging',
				contactId: contactId(),
			},
		]);
		expect(answer).toEqual({
			data: {
				text: 'Yes, please',
				entered: '  YES,  please',
				approved: true,
				respondedAt: expect.any(String) as string,
			},
			contactId: contactId(),
		});
		expect(late).toEqual([notPassedOn('alreadyAnswered')]);
	});

	test('only one of several simultaneous replies answers the question', async () => {
		const { client } = testEnvironment();
		const executionId = await ask({ answerWith: 'anyText' });
		const workflows = [];
		for (const text of ['1', '2', '3']) {
			const items = [{ contactId: contactId(), text }];
			workflows.push(await client.createWorkflow(workflowOf({ parameters: passOnReply(), items })));
		}

		const executions = await Promise.all(
			workflows.map(async (workflow) => await client.runWorkflow(workflow)),
		);
		const answers = await answerOf(executionId);

		const outputs = executions.flatMap((execution) => outputOf(execution, 'Success'));
		const passedOn = outputs.filter(({ json }) => json['passedOn'] === true);
		expect(outputs).toHaveLength(3);
		expect(passedOn).toHaveLength(1);
		expect(answers).toHaveLength(1);
	});

	test('a second question fails, or replaces the first one', async () => {
		const { client, service } = testEnvironment();
		const first = await ask();

		const { execution } = await runNode({
			parameters: askInChat(),
			items: [{ contactId: contactId() }],
		});
		const messagesAfterFailure = service.messages.length;
		const second = await ask({ options: { ifQuestionOpen: 'replace' } });
		const replaced = await answerOf(first);
		const passedOn = await reply('2');

		expect(execution.error?.message).toContain(
			"hasn't answered the question of the workflow 'Channel Messaging' yet",
		);
		expect(messagesAfterFailure).toBe(1);
		expect(replaced).toEqual([{ data: { replaced: true }, contactId: contactId() }]);
		expect(passedOn).toMatchObject([{ passedOn: true }]);
		expect(await answerOf(second)).toMatchObject([{ data: { text: 'No', approved: false } }]);
		expect((await client.getExecution(second)).status).toBe('success');
	});

	test('missing, ended, and stopped questions are reported', async () => {
		const { client } = testEnvironment();
		const none = await reply('Yes');
		const executionId = await ask();
		await client.stopExecution(executionId);
		const stopped = await reply('No');
		// A question of a stopped execution isn't open.
		const next = await ask();
		await testEnvironment().executeSql(`DELETE FROM execution_entity WHERE id = ${next}`);
		const deleted = await reply('No');

		expect(none).toEqual([notPassedOn('noQuestion')]);
		expect(stopped).toEqual([notPassedOn('deleted')]);
		expect(deleted).toEqual([notPassedOn('deleted')]);
	});

	test('a question survives a restart, and the contact is found by value', async () => {
		const { service } = testEnvironment();
		const phone = service.contacts.all()[0]?.custom_fields.phone ?? '';
		const executionId = await ask({ contactId: contact(phone, 'phone') });

		await testEnvironment().restart();
		const { items } = await runNode({
			parameters: passOnReply({ contactId: contact(phone, 'phone'), replyText: 'later' }),
		});

		expect(items.map(({ json }) => json)).toMatchObject([{ passedOn: true }]);
		expect(await answerOf(executionId)).toMatchObject([{ data: { text: 'Later' } }]);
	});
}
