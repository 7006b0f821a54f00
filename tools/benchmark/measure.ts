import { setTimeout as sleep } from 'node:timers/promises';
import {
	lastNodeExecution,
	newNode,
	postToWebhook,
	sequentialWorkflow,
	type StoredCredential,
	type Workflow,
} from '../../test/support/n8n';
import {
	type TestEnvironment,
	startTestEnvironment,
} from '../../test/support/fixtures/testEnvironment';
import type { Latency } from '../../test/support/service';
import { startServiceProcess } from '../../test/support/service/serviceProcess';
import { monitor, type Usage } from './monitor';
import { type Destination, measuredNode, type Way } from './ways';

/** The messages of one measurement, and the behavior of the service. */
export interface Work {
	readonly items: number;
	/** `null` if the service has no limit. */
	readonly messagesPerSecond: number | null;
	readonly latency: Latency;
}

/** The result of one measurement. */
export interface Measurement extends Usage {
	readonly way: Way;
	readonly work: Work;
	/** The number of items whose message the service never accepted. */
	readonly lost: number;
	/** The node's duration according to n8n. */
	readonly durationMs: number;
	readonly messagesPerSecond: number;
}

/** A rate that is never reached, because the node has no setting for "no limit". */
const unlimited = 100_000;
/** The time in which n8n completes background work after its start. */
const settlingTimeMs = 5_000;
/** The time in which n8n completes background work before each measurement. */
const pauseMs = 1_500;
/** The work of each way before the measurements. */
const warmUp: Work = { items: 300, messagesPerSecond: null, latency: { minMs: 0, maxMs: 0 } };

const makeItems = `return Array.from({ length: $json.body.items }, (_, index) => ({
	json: { contactId: 'contact-' + index, text: 'Message ' + index + ': your order is on its way.' },
}));`;

/** Returns a workflow that responds to a webhook after the measured node has handled all items. */
function workflowFor(
	path: string,
	way: Way,
	credential: StoredCredential,
	destination: Destination,
): Workflow {
	const webhook = { path, httpMethod: 'POST', responseMode: 'lastNode' };
	return sequentialWorkflow(`${way.name} ${path}`, [
		{ ...newNode('Start', ['n8n-nodes-base.webhook', 2], webhook), webhookId: path },
		newNode('Items', ['n8n-nodes-base.code', 2], { jsCode: makeItems }),
		// The first lost message must not stop the others.
		{ ...way.node(credential, destination), onError: 'continueRegularOutput' },
	]);
}

let workflows = 0;

/** Measures one way of sending with a separate service. */
async function measure(
	{ client, n8n }: TestEnvironment,
	way: Way,
	work: Work,
): Promise<Measurement> {
	const { items, latency, messagesPerSecond } = work;
	const service = await startServiceProcess({
		limits: { semantics: 'slidingWindow', messagesPerSecond },
		latency,
		acceptUnknownContacts: true,
	});
	try {
		const { token, url } = service;
		const destination = { token, url, messagesPerSecond: messagesPerSecond ?? unlimited };
		workflows += 1;
		const path = `bench-${String(workflows)}`;
		const credential = await client.createCredential(way.credential(destination));
		const { id } = await client.createWorkflow(workflowFor(path, way, credential, destination));
		await client.activateWorkflow(id);

		const stopMonitoring = monitor(n8n);
		await sleep(pauseMs);
		const { status, body } = await postToWebhook(n8n.url, path, { items });
		if (status !== 200) throw new Error(`${way.name}: ${body}`);
		const usageIn = await stopMonitoring();

		const [execution] = await client.listExecutions(id);
		const { durationMs, startedAt } = lastNodeExecution(
			await client.waitForExecution(execution?.id ?? ''),
			measuredNode,
		);
		const statistics = await service.statistics();
		return {
			...usageIn(startedAt, startedAt + durationMs),
			way,
			work,
			lost: items - (statistics.accepted - statistics.duplicates),
			durationMs,
			messagesPerSecond: statistics.messagesPerSecond,
		};
	} finally {
		await service.stop();
	}
}

/** Measures ways of sending one after another, in a new n8n process, after a warm-up. */
export async function measureAll(
	work: Work,
	ways: readonly Way[],
): Promise<readonly Measurement[]> {
	const running = await startTestEnvironment();
	try {
		await sleep(settlingTimeMs);
		for (const way of new Set(ways)) await measure(running, way, warmUp);
		const measurements: Measurement[] = [];
		for (const way of ways) measurements.push(await measure(running, way, work));
		return measurements;
	} finally {
		await running.stop();
	}
}
