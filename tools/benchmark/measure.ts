import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastNodeExecution, type NodeExecution } from '../../test/support/n8n';
import {
	type TestEnvironment,
	startTestEnvironment,
} from '../../test/support/fixtures/testEnvironment';
import type { Statistics } from '../../test/support/service';
import {
	type ServiceProcess,
	startServiceProcess,
} from '../../test/support/service/serviceProcess';
import { describeWork, type Subject } from './scenarios';
import { type Interval, monitor } from './monitor';
import { measuredNode } from './ways';
import { workflowFor } from './workflow';

/** The result of one measurement. */
export interface Row extends Subject, Statistics {
	/** The number of items whose message the service never accepted. */
	readonly lost: number;
	/** The node's duration according to n8n. */
	readonly nodeDurationMs: number;
	/** n8n's CPU time during the node's execution, including responses of its health endpoint. */
	readonly cpuMsPerItem: number;
	/**
	 * The maximum response time of n8n's health endpoint during the node's execution, minus the time in
	 * which n8n waited for a CPU.
	 */
	readonly maxHealthDelayMs: number;
	/** The machine's load average over the last minute, at the start of the measurement. */
	readonly load: number;
}

/** A rate that is never reached, because the node has no setting for "no limit". */
const unlimited = 100_000;
/** The time in which n8n completes background work after its start. */
const settlingTimeMs = 5_000;
/** The time in which n8n completes background work before each measurement. */
const pauseMs = 1_500;
/** The number of messages that each way sends before the measurements. */
const warmUpItems = 300;

type Environment = Pick<TestEnvironment, 'client' | 'n8n'>;

function intervalOf(executions: readonly NodeExecution[]): Interval {
	return {
		from: Math.min(...executions.map(({ startedAt }) => startedAt)),
		to: Math.max(...executions.map(({ startedAt, durationMs }) => startedAt + durationMs)),
	};
}

let workflows = 0;

async function observe(
	{ client, n8n }: Environment,
	subject: Subject,
	service: ServiceProcess,
): Promise<Row> {
	const { way, work } = subject;
	const { token, url } = service;
	const destination = { token, url, messagesPerSecond: work.messagesPerSecond ?? unlimited };
	workflows += 1;
	const path = `bench-${String(workflows)}`;
	const credential = await client.createCredential(way.credential(destination));
	const { id } = await client.createWorkflow(workflowFor(path, way, credential, destination));
	await client.activateWorkflow(id);

	const [load = 0] = loadavg();
	const stopMonitoring = monitor(n8n);
	await sleep(pauseMs);
	const items = work.items / work.executions;
	await Promise.all(
		Array.from({ length: work.executions }, async (_, run) => {
			const { status, body } = await client.postToWebhook(path, { items, run });
			if (status !== 200) throw new Error(`${way.name}: ${JSON.stringify(body)}`);
		}),
	);
	const recording = await stopMonitoring();

	const executions: NodeExecution[] = [];
	for (const execution of await client.listExecutions(id)) {
		executions.push(lastNodeExecution(await client.waitForExecution(execution.id), measuredNode));
	}
	const node = intervalOf(executions);
	const statistics = await service.statistics();
	return {
		...subject,
		...statistics,
		lost: work.items - (statistics.accepted - statistics.duplicates),
		nodeDurationMs: node.to - node.from,
		cpuMsPerItem: recording.cpuTimeMs(node) / work.items,
		maxHealthDelayMs: recording.maxHealthDelayMs(node),
		load,
	};
}

/** Measures one way of sending with a separate service. */
async function measure(environment: Environment, subject: Subject): Promise<Row> {
	const { semantics, messagesPerSecond, latency, arrivalJitterMs } = subject.work;
	const service = await startServiceProcess({
		limits: { semantics, messagesPerSecond },
		latency,
		arrivalJitterMs,
		acceptUnknownContacts: true,
	});
	try {
		return await observe(environment, subject, service);
	} finally {
		await service.stop();
	}
}

/** Runs each way of sending once, so that the first measurement has no disadvantage. */
async function warmUp(environment: Environment, subjects: readonly Subject[]): Promise<void> {
	const latency = { minMs: 0, maxMs: 0 };
	const warmUpWork = { items: warmUpItems, executions: 1, messagesPerSecond: null, latency };
	for (const subject of new Map(subjects.map((subject) => [subject.way, subject])).values()) {
		await measure(environment, { ...subject, work: { ...subject.work, ...warmUpWork } });
	}
}

/** Measures one subject after another, in a new n8n process, after a warm-up. */
export async function measureGroup(subjects: readonly Subject[]): Promise<readonly Row[]> {
	const running = await startTestEnvironment();
	try {
		await sleep(settlingTimeMs);
		await warmUp(running, subjects);
		const rows: Row[] = [];
		for (const subject of subjects) {
			console.log(`${subject.scenario}: ${subject.way.name}, ${describeWork(subject.work)}`);
			rows.push(await measure(running, subject));
		}
		return rows;
	} finally {
		await running.stop();
	}
}
