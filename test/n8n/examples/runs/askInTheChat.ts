import { randomUUID } from 'node:crypto';

import { executionStatus } from '../../../support/fixtures/question';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { type Execution, outputOf, waitFor } from '../../../support/n8n';
import {
	amara,
	contactWith,
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

/** Returns the execution ID. */
async function ask(phone: string): Promise<string> {
	const workflow = await importExample(name, {
		pinData: { [trigger]: [{ json: { phone, name: 'Ana', appointment: 'your table' } }] },
	});
	return await testEnvironment().client.startWorkflow(workflow, trigger);
}

async function askAndWait(phone: string): Promise<string> {
	const id = await ask(phone);
	await waitFor('the execution to wait', async () => (await executionStatus(id)) === 'waiting');
	return id;
}

/** Expects that a contact can't be asked, and is listed with the reason. */
async function expectUnasked(phone: string, reason: string): Promise<void> {
	const execution = await testEnvironment().client.waitForExecution(await ask(phone));
	expect(execution.error).toBeUndefined();
	expect(outputOf(execution, 'List unanswered questions')[0]?.json).toEqual({
		phone,
		reason: expect.stringContaining(reason) as string,
	});
}

/** Posts a message, and returns the ended execution that receives it. */
async function reply(body: object, receiver: string): Promise<Execution> {
	const before = (await testEnvironment().client.listExecutions(receiver)).length;
	await post(webhook, body);
	return await executionAfter(before, receiver);
}

async function passOn(
	phone: string,
	content: string,
	receiver: string,
	id: string = randomUUID(),
): Promise<unknown> {
	const execution = await reply({ id, phone, text: content }, receiver);
	expect(execution.error).toBeUndefined();
	return outputOf(execution, 'Pass on reply')[0]?.json;
}

/** Quick replies resume the execution that asked. Opt-outs and other messages don't. */
export async function askInTheChat(): Promise<void> {
	const { client } = testEnvironment();
	const { id: receiver } = await importExample(name, { file: 'receive-replies.json' });
	await client.activateWorkflow(receiver);
	expect(await post(webhook, {}, 'another secret')).toMatchObject({ status: 403 });

	await expectUnasked(nobody, notFound);
	const asked = await askAndWait('0015550100001');
	await expectUnasked(amara, "hasn't answered the question of the workflow 'Ask in the chat' yet");
	expect(await passOn(amara, 'Who is this?', receiver)).toMatchObject({ reason: 'notAReply' });
	expect(await passOn(jonas, 'Yes', receiver)).toMatchObject({ reason: 'noQuestion' });
	for (const body of [
		...[
			{ id: '1', phone: '', text: 'Yes' },
			{ id: '2', phone: amara, text: { a: 1 } },
		],
		...[{ phone: amara, text: 'Yes' }, {}],
	]) {
		expect((await reply(body, receiver)).error).toBeDefined();
	}
	expect(await executionStatus(asked)).toBe('waiting');
	expect(await passOn(amara, ' yes ', receiver)).toMatchObject({ passedOn: true });
	expect((await client.waitForExecution(asked)).error).toBeUndefined();
	expect(await passOn(amara, ' yes ', receiver)).toMatchObject({ reason: 'alreadyAnswered' });
	expect(messagesTo(amara)).toEqual([question(amara), text(amara, confirmation)]);

	const cancelled = await askAndWait(jonas);
	expect(await passOn(jonas, '2', receiver, 'repeated')).toMatchObject({ passedOn: true });
	expect((await client.waitForExecution(cancelled)).error).toBeUndefined();
	expect(messagesTo(jonas)).toEqual([question(jonas), text(jonas, cancellation)]);

	const askedNext = await askAndWait(jonas);
	const repeated = await passOn(jonas, '2', receiver, 'repeated');
	expect(repeated).toMatchObject({ reason: 'alreadyAnswered' });
	expect(await executionStatus(askedNext)).toBe('waiting');
	expect(await passOn(jonas, '1', receiver)).toMatchObject({ passedOn: true });
	expect((await client.waitForExecution(askedNext)).error).toBeUndefined();
	expect(messagesTo(jonas).slice(2)).toEqual([question(jonas), text(jonas, confirmation)]);

	const askedBefore = await askAndWait(lucia);
	const stop = await reply({ phone: lucia, text: 'Stop!' }, receiver);
	expect(Object.keys(stop.nodeExecutions)).not.toContain('Pass on reply');
	expect(contactWith(lucia).tags).toContain('opted-out');
	expect(await passOn(lucia, 'Yes', receiver)).toMatchObject({ passedOn: true });
	expect((await client.waitForExecution(askedBefore)).error).toBeUndefined();
	await expectUnasked(lucia, "The contact has the tag 'opted-out'");
	expect(messagesTo(lucia)).toEqual([question(lucia)]);
	await client.deactivateWorkflow(receiver);
}
