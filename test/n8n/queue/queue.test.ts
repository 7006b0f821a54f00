import { installTimeoutMs } from '../../support/fixtures/testEnvironment';
import { assertNotWritten } from '../../support/fixtures/secrecy';
import { publishTrigger, waitForPolls } from '../../support/fixtures/publishedTrigger';
import { hasEnded, outputOf, postToWebhook, waitFor } from '../../support/n8n';
import { waitForQuestion, submitAnswer } from '../../support/fixtures/question';
import {
	askingWorkflow,
	type CampaignPlan,
	keyedCampaign,
	largeCampaign,
	receivingWorkflow,
	singleQuestion,
	sendingNode,
	summarizeDelivery,
} from './campaign';
import { openSealedQuestion } from '../../../nodes/ChannelMessaging/chat/sealedQuestion';
import { claimedContactWorkflow, upsertNode, waitNode } from './claimedContact';
import { exampleCampaign } from './exampleCampaign';
import { startQueueMode, type QueueMode } from './queueMode';

jest.setTimeout(20 * 60_000);
const messagesTimeoutMs = 4 * 60_000;

/** A campaign of a minute, with two interruptions. */
const campaign = { ...largeCampaign, messagesEach: 75 };

const totalMessages = campaign.executions * campaign.messagesEach;

let queueMode: QueueMode;

beforeAll(async () => {
	queueMode = await startQueueMode();
}, installTimeoutMs);

afterAll(async () => {
	try {
		await assertNotWritten([queueMode.service.token], await queueMode.stopN8n());
	} finally {
		await queueMode.close();
	}
}, 120_000);

async function waitForMessages(count: number): Promise<void> {
	await waitFor(
		`${String(count)} messages`,
		() => queueMode.service.messages.length >= count,
		messagesTimeoutMs,
	);
}

test("an event starts the trigger's workflow once in queue mode", async () => {
	queueMode.service.reset();
	const { contacts } = queueMode.service;
	const id = contacts.all()[0]?.id ?? '';
	const search = { fieldName: 'status', fieldValue: 'lead' };
	const trigger = await publishTrigger({ event: 'contactMatches', ...search }, queueMode);
	await waitForPolls(1, queueMode.service);

	contacts.update(id, [{ name: 'status', value: 'lead' }]);

	expect(await trigger.waitForEvents(1)).toMatchObject([{ id, contactId: id }]);
	await queueMode.client.deactivateWorkflow(trigger.workflowId);
});

test('concurrent executions with the same keys send every message', async () => {
	const executions = await (await queueMode.startCampaign(keyedCampaign)).waitForEnd();

	const { statistics, textsOf } = summarizeDelivery(queueMode.service);
	const { messagesEach: keys } = keyedCampaign;
	process.stderr.write(
		`The same ${String(keys)} keys in ${String(executions.length)} executions: ${String(statistics.accepted - keys)} duplicates\n`,
	);
	expect(executions.map(({ status }) => status)).toEqual(executions.map(() => 'success'));
	expect(new Set(textsOf.get(0)).size).toBe(keys);
});

test('the example that claims messages in PostgreSQL sends each message only once, even with several workers', async () => {
	const example = await exampleCampaign(queueMode);

	const executions = await (await queueMode.startCampaign(example)).waitForEnd();

	expect(executions.map(({ status }) => status)).toEqual(executions.map(() => 'success'));
	const { statistics, duplicates } = summarizeDelivery(queueMode.service);
	expect(duplicates).toEqual([]);
	expect(statistics.accepted).toBe(example.messagesEach);
});

test('the example that claims messages sends the complete messages and lists the incomplete ones in its response', async () => {
	const { client, credential, service, servers } = queueMode;
	service.reset();
	const path = 'released-key';
	const example = await exampleCampaign(queueMode);
	const { id } = await client.createWorkflow(example.workflow(path, credential));
	await client.activateWorkflow(id);
	const { url } = servers.at(-1) ?? { url: '' };
	const valid = { key: 'kept', contactId: 'contact-1', text: 'To a contact' };
	const released = { key: 'released', contactId: 'contact-2', text: 'Rejected, then sent' };
	const incomplete = { key: 'incomplete', contactId: '', text: 'To nobody' };
	const corrected = { ...incomplete, contactId: 'contact-3' };
	const unkeyed = { contactId: 'contact-4', text: 'Without a key' };
	service.faults.add({ match: { contactId: 'contact-2' }, fault: { kind: 'status', status: 403 } });

	const first = await postToWebhook(url, path, {
		messages: [valid, unkeyed, released, incomplete, { ...unkeyed, key: { not: 'text' } }],
	});
	const second = await postToWebhook(url, path, { messages: [valid, released, corrected] });
	const empty = await postToWebhook(url, path, {});

	const isMissing = (name: string, key: string, contactId: string) => ({
		key,
		contactId,
		status: 'not sent',
		reason: `${name} is missing`,
	});
	expect(first.status).toBe(422);
	expect(JSON.parse(first.body)).toEqual({
		sent: 1,
		alreadySent: 0,
		notSent: [
			isMissing('key', '', 'contact-4'),
			{
				key: 'released',
				contactId: 'contact-2',
				status: 'not sent',
				reason: 'Forbidden [item 2]',
			},
			isMissing('contactId', 'incomplete', ''),
			isMissing('key', '[object Object]', 'contact-4'),
		],
	});
	expect(second.status).toBe(200);
	expect(JSON.parse(second.body)).toEqual({ sent: 2, alreadySent: 1, notSent: [] });
	expect(empty.status).toBe(422);
	expect(service.messages.map(({ item }) => item)).toEqual(
		[valid, released, corrected].map(({ text }) => ({ type: 'text', text })),
	);
	await client.deactivateWorkflow(id);
});

test('Create or Update creates a contact only once if several workers claim its phone number in PostgreSQL', async () => {
	const { client, service, webhook } = queueMode;
	service.reset();
	// The reason for the wait: the contact isn't found immediately.
	service.configure({ search: { lagMs: 30_000 } });
	const path = 'claimed-contact';
	const phone = '+442079460199';
	const { id } = await client.createWorkflow(await claimedContactWorkflow(queueMode, path));
	await client.activateWorkflow(id);

	const deliveries = Array.from({ length: 3 }, () => postToWebhook(webhook.url, path, { phone }));
	await Promise.all(deliveries);
	const ended = await waitFor(
		'the executions',
		async () => {
			const all = (await client.listExecutions(id)).filter(({ mode }) => mode === 'webhook');
			return all.length === deliveries.length && all.every(hasEnded) ? all : undefined;
		},
		messagesTimeoutMs,
	);
	const executions = await Promise.all(
		ended.map(async (execution) => await client.waitForExecution(execution.id)),
	);

	service.configure({ search: { lagMs: 0 } });
	const results = executions.map((execution) => ({
		waited: waitNode in execution.nodeExecutions,
		action: outputOf(execution, upsertNode)[0]?.json['action'],
	}));
	expect(results.sort((a, b) => Number(a.waited) - Number(b.waited))).toEqual([
		{ waited: false, action: 'created' },
		{ waited: true, action: 'unchanged' },
		{ waited: true, action: 'unchanged' },
	]);
	expect(service.contacts.findByField('phone', phone)).toHaveLength(1);
	await client.deactivateWorkflow(id);
});

test('the main process and the webhook process together accept only the first of several answers', async () => {
	const { client, servers } = queueMode;
	const started = await queueMode.startCampaign(singleQuestion);
	const id = await waitFor('the question', async () =>
		queueMode.service.messages.length === 0 ? undefined : (await client.listExecutions())[0]?.id,
	);
	const { links } = await waitForQuestion(id, { client, service: queueMode.service });

	const answers = await Promise.all(
		[...servers, ...servers].map(async ({ url }) => await submitAnswer(links['Approve'], {}, url)),
	);

	const [execution] = await started.waitForEnd();
	expect(execution?.status).toBe('success');
	expect(answers.filter(({ html }) => html.includes('Thank you'))).toHaveLength(1);
	const { nodeExecutions } = await client.waitForExecution(id);
	expect(nodeExecutions[sendingNode]).toHaveLength(1);
	expect(nodeExecutions[sendingNode]?.[0]?.outputs[0]).toMatchObject([
		{ json: { data: { approved: true }, contactId: 'contact-0-0' } },
	]);
	expect(queueMode.service.messages).toHaveLength(1);
});

test("only the first of several simultaneous chat replies, received by the webhook process, answers a worker's question", async () => {
	const { client, credential, service, webhook, workers } = queueMode;
	service.reset();
	const contactId = service.contacts.all()[0]?.id ?? '';
	const publish = async (path: string, workflow: CampaignPlan['workflow']) => {
		const { id } = await client.createWorkflow(workflow(path, credential));
		await client.activateWorkflow(id);
		return {
			id,
			post: async (text: string) =>
				await postToWebhook(webhook.url, path, { messages: [{ contactId, text }] }),
		};
	};
	const asking = await publish('ask-in-the-chat', askingWorkflow);
	const receiving = await publish('receive-replies', receivingWorkflow);
	await asking.post('');
	const asked = await waitFor('the question', async () => {
		const [execution] = await client.listExecutions(asking.id);
		return execution?.status === 'waiting' ? execution.id : undefined;
	});
	const question = openSealedQuestion(
		service.contacts.get(contactId)?.custom_fields['n8nQuestion'] ?? '',
		{ token: service.token, contactId, field: 'n8nQuestion' },
	);

	const replies = ['yes, please', 'No', 'later'];
	await Promise.all(replies.map(receiving.post));
	const received = await waitFor('the replies', async () => {
		const all = await client.listExecutions(receiving.id);
		return all.length === replies.length && all.every(hasEnded) ? all : undefined;
	});
	const answered = await client.waitForExecution(asked);

	expect(new URL(question?.link ?? '').origin).toBe(webhook.url);
	const log = workers.map((worker) => worker.output()).join('');
	expect(executionsIn(log, /Worker started execution (\d+)/g)).toContain(asked);
	const outputs = await Promise.all(
		received.map(async ({ id }) =>
			outputOf(await client.waitForExecution(id), sendingNode).map(({ json }) => json),
		),
	);
	const passedOn = outputs.flat().filter((output) => output['passedOn'] === true);
	const reasons = outputs.flat().map(({ reason }) => reason);
	expect(passedOn).toMatchObject([{ workflow: 'Campaign', node: sendingNode, contactId }]);
	expect(reasons.sort()).toEqual(['alreadyAnswered', 'alreadyAnswered', undefined]);
	expect(answered.status).toBe('success');
	expect(outputOf(answered, sendingNode).map(({ json }) => json)).toMatchObject([
		{ data: { respondedAt: expect.any(String) as string }, contactId },
	]);
	expect(service.messages).toHaveLength(1);
	await client.deactivateWorkflow(receiving.id);
	await client.deactivateWorkflow(asking.id);
});

test('no message is sent twice or out of order if Redis restarts and a worker is killed', async () => {
	// The other campaigns run without the header.
	queueMode.service.configure({ limits: { retryAfter: 'seconds' } });
	const started = await queueMode.startCampaign(campaign);
	await waitForMessages(totalMessages / 4);
	await queueMode.redis.restart();
	await waitForMessages(totalMessages / 2);

	const victim = queueMode.workers.find(
		(worker) => unfinishedExecutions(worker.output()).length > 0,
	);
	if (victim === undefined) throw new Error('No worker executes the campaign');
	process.kill(victim.id, 'SIGKILL');
	// The log is complete when the process has ended.
	await victim.ended;
	const lost = unfinishedExecutions(victim.output());
	const executions = await started.waitForEnd();

	const delivery = summarizeDelivery(queueMode.service);
	expect(delivery.duplicates).toEqual([]);
	expect(delivery.outOfOrder).toEqual([]);
	// Only the executions of the killed worker end as errors.
	expect(lost.length).toBeGreaterThan(0);
	const failed = executions.filter(({ status }) => status !== 'success');
	expect(failed.map(({ id, status }) => [id, status]).sort()).toEqual(
		lost.map((id) => [id, 'error']),
	);
	const logs = queueMode.servers.map((server) => server.output()).join('');
	expect(executionsIn(logs, /job stalled .*\(execution (\d+)\)/g)).toEqual(lost);
	const complete = [...delivery.textsOf.values()].filter(
		(texts) => texts.length === campaign.messagesEach,
	);
	expect(complete).toHaveLength(campaign.executions - lost.length);
});

/** Returns the IDs of the executions in the matching messages of n8n's log. */
function executionsIn(output: string, message: RegExp): string[] {
	return [...output.matchAll(message)].map(([, id = '']) => id).sort();
}

/** Returns the executions that a worker has started but not finished. */
function unfinishedExecutions(output: string): string[] {
	const finished = executionsIn(output, /Worker finished execution (\d+)/g);
	const started = executionsIn(output, /Worker started execution (\d+)/g);
	return started.filter((id) => !finished.includes(id));
}
