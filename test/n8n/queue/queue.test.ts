import { installedN8n, installTimeoutMs } from '../../support/fixtures/testEnvironment';
import { assertNotWritten } from '../../support/fixtures/secrecy';
import { publishTrigger } from '../../support/fixtures/publishedTrigger';
import {
	connectInSequence,
	deleteTarball,
	newNode,
	outputOf,
	packPackage,
	waitFor,
} from '../../support/n8n';
import { contact, sendText } from '../../support/fixtures/parameters';
import { waitForQuestion, submitAnswer } from '../../support/fixtures/question';
import {
	keyedCampaign,
	largeCampaign,
	singleQuestion,
	type DeliverySummary,
	sendingNode,
	summarizeDelivery,
} from './campaign';
import { exampleCampaign } from './exampleCampaign';
import { messagesPerSecond, startQueueMode, type QueueMode } from './queueMode';

const campaignTimeoutMs = 6 * 60_000;
jest.setTimeout(campaignTimeoutMs);

/** A campaign of a minute, which is interrupted after a third. */
const campaign = { ...largeCampaign, messagesEach: 75 };

const totalMessages = campaign.executions * campaign.messagesEach;

let queueMode: QueueMode;
const cleanup: (() => Promise<void>)[] = [];

beforeAll(async () => {
	const release = await installedN8n();
	const tarball = await packPackage();
	cleanup.push(() => deleteTarball(tarball));
	queueMode = await startQueueMode({ release, tarball });
	cleanup.push(() => queueMode.close());
}, installTimeoutMs);

afterAll(async () => {
	try {
		await assertNotWritten([queueMode.service.token], await queueMode.stopN8n());
	} finally {
		for (const step of cleanup.splice(0).reverse()) await step();
	}
}, 120_000);

async function waitForMessages(count: number): Promise<void> {
	await waitFor(
		`${String(count)} messages`,
		() => queueMode.service.messages.length >= count,
		campaignTimeoutMs,
	);
}

/** Prints the figures of docs/internals/scaling.md. */
function printFigures(title: string, { statistics, rejectedRatio }: DeliverySummary): void {
	const { accepted: count, messagesPerSecond: rate } = statistics;
	const ofLimit = `${((rate / messagesPerSecond) * 100).toFixed(1)}% of the limit`;
	const rejected = `${(rejectedRatio * 100).toFixed(2)}% rejected with 429`;
	process.stderr.write(
		`${title}: ${String(count)} messages at ${rate.toFixed(2)} per second, ${ofLimit}, ${rejected}\n`,
	);
}

function expectOrderWithoutDuplicates({ duplicates, outOfOrder }: DeliverySummary): void {
	expect(duplicates).toEqual([]);
	expect(outOfOrder).toEqual([]);
}

test('the trigger polls in the main process, and a worker executes the workflow once per event', async () => {
	queueMode.service.reset();
	const { contacts } = queueMode.service;
	const id = contacts.all()[0]?.id ?? '';
	const search = { fieldName: 'status', fieldValue: 'lead' };
	const trigger = await publishTrigger({ event: 'contactMatches', ...search }, queueMode);

	contacts.update(id, [{ name: 'status', value: 'lead' }]);

	expect(await trigger.waitForEvents(1)).toEqual([contacts.get(id)]);
	const [execution] = await queueMode.client.listExecutions(trigger.workflowId);
	const finished = queueMode.workers.map((worker) => executionsIn(worker.output(), 'finished'));
	expect(finished.filter((ids) => ids.has(execution?.id ?? ''))).toHaveLength(1);
	await queueMode.client.deactivateWorkflow(trigger.workflowId);
});

test('a worker runs a manual execution if n8n offloads them', async () => {
	const { client, credential, service, workers } = queueMode;
	service.reset();

	const execution = await client.runWorkflow({
		name: 'Manual execution',
		nodes: [
			newNode('Start', ['n8n-nodes-base.manualTrigger', 1]),
			{
				...newNode(
					sendingNode,
					['n8n-nodes-channel-messaging.channelMessaging', 1],
					sendText({ contactId: contact('1'), text: 'Hello' }),
				),
				credentials: { [credential.type]: credential },
			},
		],
		connections: connectInSequence('Start', sendingNode),
	});

	expect(execution).toMatchObject({ status: 'success', mode: 'manual' });
	expect(outputOf(execution, sendingNode)).toMatchObject([{ json: { status: 'Success' } }]);
	expect(service.messages).toHaveLength(1);
	const started = workers.filter((worker) =>
		executionsIn(worker.output(), 'started').has(execution.id),
	);
	expect(started).toHaveLength(1);
});

test('20 concurrent executions send each message once and in order despite a restart of Redis', async () => {
	const started = await queueMode.startCampaign(campaign);
	await waitForMessages(totalMessages / 3);

	await queueMode.redis.restart();
	const executions = await started.waitForEnd();

	const delivery = summarizeDelivery(queueMode.service);
	printFigures('Three workers, Redis restarted', delivery);
	expect(executions.map(({ status }) => status)).toEqual(executions.map(() => 'success'));
	expect(delivery.statistics.accepted).toBe(totalMessages);
	expectOrderWithoutDuplicates(delivery);
	expect(queueMode.stalledExecutions()).toEqual([]);
});

test('concurrent executions with the same keys send every message, and no worker sends one twice', async () => {
	const executions = await (await queueMode.startCampaign(keyedCampaign)).waitForEnd();

	const sentBy = new Map<number, readonly number[]>();
	for (const { id, status } of executions) {
		expect(status).toBe('success');
		const worker = queueMode.workers.findIndex((one) =>
			executionsIn(one.output(), 'finished').has(id),
		);
		const items = outputOf(await queueMode.client.waitForExecution(id), sendingNode);
		const sent = [...items.keys()].filter((key) => items[key]?.json['status'] === 'Success');
		sentBy.set(worker, [...(sentBy.get(worker) ?? []), ...sent]);
	}
	const { messagesEach: keys } = keyedCampaign;
	const { accepted: count } = queueMode.service.statistics();
	process.stderr.write(
		`The same ${String(keys)} keys in ${String(executions.length)} executions on ${String(sentBy.size)} workers: ${String(count)} messages, ${String(count - keys)} duplicates\n`,
	);
	for (const sent of sentBy.values()) expect(new Set(sent).size).toBe(sent.length);
	expect(summarizeDelivery(queueMode.service).textsOf.get(0)?.length).toBeGreaterThanOrEqual(keys);
	expect(new Set([...sentBy.values()].flat()).size).toBe(keys);
});

test('the example that claims messages in PostgreSQL sends each one once across workers', async () => {
	const example = await exampleCampaign(queueMode);

	const executions = await (await queueMode.startCampaign(example)).waitForEnd();

	expect(executions.map(({ status }) => status)).toEqual(executions.map(() => 'success'));
	const { statistics, duplicates } = summarizeDelivery(queueMode.service);
	expect(duplicates).toEqual([]);
	expect(statistics.accepted).toBe(example.messagesEach);
});

test('only the first of concurrent answers at both servers is accepted', async () => {
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

test('the executions of a killed worker end as errors, and no message is sent twice', async () => {
	const [victim] = queueMode.workers;
	if (victim === undefined) throw new Error('No worker');
	// The other campaigns run without the header.
	queueMode.service.configure({ limits: { retryAfter: 'seconds' } });
	const started = await queueMode.startCampaign(campaign);
	await waitForMessages(totalMessages / 3);

	process.kill(victim.processId, 'SIGKILL');
	// The log is complete when the process has ended.
	await victim.ended;
	const lost = unfinishedExecutions(victim.output());
	const executions = await started.waitForEnd();

	const delivery = summarizeDelivery(queueMode.service);
	printFigures('Three workers, one killed', delivery);
	expect(lost.length).toBeGreaterThan(0);
	const failed = executions.filter(({ status }) => status !== 'success');
	expect(failed.map(({ id }) => id).sort()).toEqual(lost);
	expect(failed.map(({ status }) => status)).toEqual(lost.map(() => 'error'));
	expect([...queueMode.stalledExecutions()].sort()).toEqual(lost);
	const complete = [...delivery.textsOf.values()].filter(
		(texts) => texts.length === campaign.messagesEach,
	);
	expect(complete).toHaveLength(campaign.executions - lost.length);
	expectOrderWithoutDuplicates(delivery);
});

/** Returns the executions that a worker has started but not finished, from its log. */
function unfinishedExecutions(output: string): readonly string[] {
	const finished = executionsIn(output, 'finished');
	return [...executionsIn(output, 'started')].filter((id) => !finished.has(id)).sort();
}

function executionsIn(output: string, event: 'started' | 'finished'): ReadonlySet<string> {
	const lines = output.matchAll(new RegExp(`Worker ${event} execution (\\d+)`, 'g'));
	return new Set([...lines].map(([, id = '']) => id));
}
