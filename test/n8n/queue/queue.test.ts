import { setTimeout as sleep } from 'node:timers/promises';
import { installedN8n, installTimeoutMs } from '../../support/fixtures/testEnvironment';
import { publishTrigger } from '../../support/fixtures/publishedTrigger';
import { deleteTarball, outputOf, packPackage, waitFor } from '../../support/n8n';
import { waitForQuestion, submitAnswer } from '../../support/fixtures/question';
import {
	keyedCampaign,
	largeCampaign,
	questionToOne,
	type DeliverySummary,
	sendingNode,
	summarizeDelivery,
} from './campaign';
import { exampleCampaign } from './exampleCampaign';
import { messagesPerSecond, startQueueMode, type QueueMode } from './queueMode';

/** A campaign takes two minutes at the full rate. */
const campaignPatience = 6 * 60_000;
jest.setTimeout(campaignPatience);

const inAll = largeCampaign.executions * largeCampaign.messagesEach;

let queueMode: QueueMode;
const undo: (() => Promise<void>)[] = [];

beforeAll(async () => {
	const release = await installedN8n();
	const tarball = await packPackage();
	undo.push(() => deleteTarball(tarball));
	queueMode = await startQueueMode({ release, tarball });
	undo.push(() => queueMode.close());
}, installTimeoutMs);

afterAll(async () => {
	for (const step of undo.splice(0).reverse()) await step();
}, 60_000);

async function accepted(count: number): Promise<void> {
	await waitFor(
		`${String(count)} messages`,
		() => queueMode.service.messages.length >= count,
		campaignPatience,
	);
}

/** Prints what a campaign came to: docs/internals/scaling.md has these figures. */
function tell(campaign: string, { statistics, refusedShare }: DeliverySummary): void {
	const { accepted: count, messagesPerSecond: pace } = statistics;
	const ofLimit = `${((pace / messagesPerSecond) * 100).toFixed(1)}% of the limit`;
	const refused = `${(refusedShare * 100).toFixed(2)}% of calls refused`;
	process.stderr.write(
		`${campaign}: ${String(count)} messages at ${pace.toFixed(2)} a second, ${ofLimit}, ${refused}\n`,
	);
}

/** What holds for every campaign, whatever happens to Redis or to workers. */
function expectGoodConduct({ repeated, outOfOrder }: DeliverySummary): void {
	expect(repeated).toEqual([]);
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

test('20 executions at once on three workers: each message once, in order, though Redis is restarted', async () => {
	const campaign = await queueMode.startCampaign(largeCampaign);
	await accepted(inAll / 3);

	await queueMode.redis.restart();
	const executions = await campaign.waitForEnd();

	const seen = summarizeDelivery(queueMode.service);
	tell('three workers, Redis restarted', seen);
	expect(executions.map(({ status }) => status)).toEqual(executions.map(() => 'success'));
	expect(seen.statistics.accepted).toBe(inAll);
	expectGoodConduct(seen);
	expect(queueMode.stalledExecutions()).toEqual([]);
});

test('the same keyed messages in executions at once: none is left out, and no worker sends one twice', async () => {
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
		`the same ${String(keys)} keys in ${String(executions.length)} executions on ${String(sentBy.size)} workers: ${String(count)} messages, ${String(count - keys)} too many\n`,
	);
	for (const sent of sentBy.values()) expect(new Set(sent).size).toBe(sent.length);
	expect(summarizeDelivery(queueMode.service).textsOf.get(0)?.length).toBeGreaterThanOrEqual(keys);
	expect(new Set([...sentBy.values()].flat()).size).toBe(keys);
});

test('the same messages in executions at once, claimed in PostgreSQL as in the example: each once', async () => {
	const example = await exampleCampaign(queueMode);

	const executions = await (await queueMode.startCampaign(example)).waitForEnd();

	expect(executions.map(({ status }) => status)).toEqual(executions.map(() => 'success'));
	const { statistics, repeated } = summarizeDelivery(queueMode.service);
	expect(repeated).toEqual([]);
	expect(statistics.accepted).toBe(example.messagesEach);
});

test('a worker asks, and of the answers at all processes the first one counts', async () => {
	const { client, servers } = queueMode;
	const campaign = await queueMode.startCampaign(questionToOne);
	const id = await waitFor('the question', async () =>
		queueMode.service.messages.length === 0 ? undefined : (await client.listExecutions())[0]?.id,
	);
	const { links } = await waitForQuestion(id, { client, service: queueMode.service });

	const answers = await Promise.all(
		[...servers, ...servers].map(async ({ url }) => await submitAnswer(links['Approve'], {}, url)),
	);

	const [execution] = await campaign.waitForEnd();
	expect(execution?.status).toBe('success');
	expect(answers.filter(({ html }) => html.includes('Thank you'))).toHaveLength(1);
	const { nodeExecutions } = await client.waitForExecution(id);
	expect(nodeExecutions[sendingNode]).toHaveLength(1);
	expect(nodeExecutions[sendingNode]?.[0]?.outputs[0]).toMatchObject([
		{ json: { data: { approved: true }, contactId: 'contact-0-0' } },
	]);
	expect(queueMode.service.messages).toHaveLength(1);
});

test('a worker is killed in the middle: its executions end as errors, and nothing is sent twice', async () => {
	const [victim] = queueMode.workers;
	if (victim === undefined) throw new Error('There is no worker');
	// The other campaigns run without the header.
	queueMode.service.configure({ limits: { retryAfter: 'seconds' } });
	const campaign = await queueMode.startCampaign(largeCampaign);
	await accepted(inAll / 3);

	process.kill(victim.processId, 'SIGKILL');
	const lost = executionsUnderWay(victim.output());
	const executions = await campaign.waitForEnd();
	// What n8n might still start again, it would have started by now.
	await sleep(5_000);

	const seen = summarizeDelivery(queueMode.service);
	tell('three workers, one of them killed', seen);
	expect(lost.length).toBeGreaterThan(0);
	const failed = executions.filter(({ status }) => status !== 'success');
	expect(failed.map(({ id }) => id).sort()).toEqual(lost);
	expect(failed.map(({ status }) => status)).toEqual(lost.map(() => 'error'));
	expect([...queueMode.stalledExecutions()].sort()).toEqual(lost);
	const complete = [...seen.textsOf.values()].filter(
		(texts) => texts.length === largeCampaign.messagesEach,
	);
	expect(complete).toHaveLength(largeCampaign.executions - lost.length);
	expectGoodConduct(seen);
});

/** The executions that a worker has begun, by its own log, and not ended. */
function executionsUnderWay(output: string): readonly string[] {
	const finished = executionsIn(output, 'finished');
	return [...executionsIn(output, 'started')].filter((id) => !finished.has(id)).sort();
}

function executionsIn(output: string, words: 'started' | 'finished'): ReadonlySet<string> {
	const lines = output.matchAll(new RegExp(`Worker ${words} execution (\\d+)`, 'g'));
	return new Set([...lines].map(([, id = '']) => id));
}
