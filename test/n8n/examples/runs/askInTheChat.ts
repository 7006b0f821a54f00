import { executionStatus } from '../../../support/fixtures/question';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import {
	connectInSequence,
	type Execution,
	itemsNode,
	manualTrigger,
	newNode,
	outputOf,
	sequentialWorkflow,
	waitFor,
} from '../../../support/n8n';
import {
	amara,
	executionAfter,
	importExample,
	jonas,
	lucia,
	nobody,
	notFound,
	post,
	received,
	type Received,
	text,
	waitForNode,
} from '../importedExample';

const name = 'ask-in-the-chat';
const webhook = 'chat-replies';
const trigger = 'When a workflow asks';

const confirmation = 'Thank you, see you then!';
const cancellation = 'Thank you for telling us. We have cancelled it.';

const question = (to: string): Received => ({
	to,
	item: {
		type: 'quick_reply',
		title: 'Hello Ana, does your table still suit you?',
		replies: ['Yes', 'No'],
	},
});

/** Returns the messages to a contact in the order of their arrival. */
const messagesTo = (phone: string) => received().filter(({ to }) => to === phone);

/** Starts the workflow that asks, and returns the ID of its execution. */
async function ask(phone: string, waitSeconds?: number): Promise<string> {
	const workflow = await importExample(name, {
		pinData: { [trigger]: [{ json: { phone, name: 'Ana', appointment: 'your table' } }] },
		parameters: {
			'Wait for earlier question': { amount: 0.2, unit: 'seconds' },
			...(waitSeconds !== undefined && {
				'Wait for reply': { resumeAmount: waitSeconds, resumeUnit: 'seconds' },
			}),
		},
		settings: { saveExecutionProgress: true },
	});
	return await testEnvironment().client.startWorkflow(workflow, trigger);
}

/** Waits until a contact has received a number of messages. */
async function waitForMessages(phone: string, count: number): Promise<void> {
	await waitFor(`message ${String(count)} to ${phone}`, () => messagesTo(phone).length >= count);
}

/** Posts a reply, and returns the ended execution that receives it. */
async function reply(body: object, receiver: string): Promise<Execution> {
	const before = (await testEnvironment().client.listExecutions(receiver)).length;
	expect(await post(webhook, body)).toMatchObject({ status: 200 });
	const execution = await executionAfter(before, receiver);
	expect(execution.error).toBeUndefined();
	return execution;
}

/** Returns the nodes that an execution reached. */
const nodesOf = ({ nodeExecutions }: Execution) => Object.keys(nodeExecutions);

/** Quick replies resume the execution that asked. Everything else is ignored. */
export async function askInTheChat(): Promise<void> {
	const { client, n8n } = testEnvironment();
	const asking = await importExample(name);
	const receiving = await importExample(name, { file: 'receive-replies.json' });
	// The second execution reuses the table.
	for (let count = 0; count < 2; count += 1) {
		const id = await client.startWorkflow(asking, 'Before the first execution');
		expect((await client.waitForExecution(id)).error).toBeUndefined();
	}
	await client.activateWorkflow(receiving.id);
	expect(await post(webhook, {}, 'another secret')).toMatchObject({ status: 403 });

	const unanswered = await ask(lucia, 1);
	const wrongNumber = await client.waitForExecution(await ask(nobody));
	expect(outputOf(wrongNumber, 'List unanswered questions')[0]?.json).toMatchObject({
		phone: nobody,
		reason: expect.stringContaining(notFound) as string,
	});

	const asked = await ask('0015550100001');
	await waitForMessages(amara, 1);
	const ignored = [
		{ phone: amara, text: 'Who is this?' },
		{ phone: amara, text: '' },
		{ phone: jonas, text: 'Yes' },
		{ phone: '', text: 'Yes' },
		{ phone: null, text: { a: 1 } },
	];
	for (const body of ignored) {
		expect(nodesOf(await reply(body, receiving.id))).not.toContain('Resume question');
	}
	await waitFor('the execution to wait', async () => (await executionStatus(asked)) === 'waiting');
	const resumeUrl = `${n8n.url}/webhook-waiting/${asked}`;
	// 2.8.4 checks the header, and newer releases a token in the URL.
	expect([401, 403]).toContain((await fetch(resumeUrl, { method: 'POST' })).status);
	expect(await executionStatus(asked)).toBe('waiting');
	await reply({ phone: amara, text: ' yes ' }, receiving.id);
	expect((await client.waitForExecution(asked)).error).toBeUndefined();
	expect(messagesTo(amara)).toEqual([question(amara), text(amara, confirmation)]);

	await expectQueue(receiving.id);
	await expectList(receiving.id);

	const { nodeExecutions } = await client.waitForExecution(unanswered);
	expect(Object.keys(nodeExecutions)).toContain('List unanswered questions');
	const late = await reply({ phone: lucia, text: 'Yes' }, receiving.id);
	expect(nodesOf(late)).not.toContain('Resume question');
	expect(messagesTo(lucia)).toEqual([question(lucia)]);
	await client.deactivateWorkflow(receiving.id);
}

/** A second question to the same contact is asked after the reply to the first one. */
async function expectQueue(receiver: string): Promise<void> {
	const { client } = testEnvironment();
	const first = await ask(jonas);
	await waitForMessages(jonas, 1);
	const second = await ask(jonas);
	await waitForNode(second, 'Wait for earlier question');
	expect(messagesTo(jonas)).toEqual([question(jonas)]);
	const no = { id: 'reply-1', phone: jonas, text: 'No' };

	// The reply arrives before the execution waits, or soon after.
	await reply(no, receiver);
	expect((await client.waitForExecution(first)).error).toBeUndefined();
	await waitFor('the second question', () => messagesTo(jonas).filter(isQuestion).length === 2);
	const repeated = await reply(no, receiver);
	expect(nodesOf(repeated)).not.toContain('Resume question');
	await reply({ id: 'reply-2', phone: jonas, text: 'Yes' }, receiver);

	expect((await client.waitForExecution(second)).error).toBeUndefined();
	expect(messagesTo(jonas).filter((message) => !isQuestion(message))).toEqual([
		text(jonas, cancellation),
		text(jonas, confirmation),
	]);
}

/** Another workflow asks several contacts, one after the other, without waiting for their replies. */
async function expectList(receiver: string): Promise<void> {
	const { client } = testEnvironment();
	const asking = await importExample(name);
	await client.activateWorkflow(asking.id);
	const phones = ['+15550100004', '+15550100005'];
	const customers = phones.map((phone) => ({ phone, name: 'Ana', appointment: 'your table' }));
	const workflow = sequentialWorkflow('Ask all customers', [
		manualTrigger,
		itemsNode(customers),
		newNode('Loop', ['n8n-nodes-base.splitInBatches', 3]),
		newNode('Ask customer', ['n8n-nodes-base.executeWorkflow', 1.2], {
			workflowId: { __rl: true, mode: 'id', value: asking.id },
			workflowInputs: { mappingMode: 'defineBelow', value: fieldsOf(customers[0]) },
			options: { waitForSubWorkflow: false },
		}),
	]);
	const caller = await client.runWorkflow({
		...workflow,
		connections: {
			...workflow.connections,
			Loop: { main: [[], [{ node: 'Ask customer', type: 'main', index: 0 }]] },
			...connectInSequence('Ask customer', 'Loop'),
		},
	});
	expect(caller.error).toBeUndefined();

	for (const phone of phones) {
		await waitForMessages(phone, 1);
		await reply({ phone, text: 'Yes' }, receiver);
		await waitForMessages(phone, 2);
	}

	expect(phones.flatMap(messagesTo)).toEqual(
		phones.flatMap((phone) => [question(phone), text(phone, confirmation)]),
	);
	await client.deactivateWorkflow(asking.id);
}

/** Returns expressions for all fields of an item. */
function fieldsOf(json: object | undefined): Record<string, string> {
	return Object.fromEntries(Object.keys(json ?? {}).map((key) => [key, `={{ $json.${key} }}`]));
}

const isQuestion = ({ item }: Received) => item.type === 'quick_reply';
