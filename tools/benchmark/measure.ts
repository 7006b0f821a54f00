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
import { type Span, watch } from './watch';
import { measuredNode } from './ways';
import { workflowFor } from './workflow';

/** What came out of one measurement, by what the service saw. Times are in milliseconds. */
export interface Row extends Subject, Statistics {
	/** Items whose message never was accepted. */
	readonly lost: number;
	/** From the node's start to its end, by n8n's own account. */
	readonly nodeTime: number;
	/** All that n8n used of a processor meanwhile, its answers to the health page included. */
	readonly cpuPerItem: number;
	/**
	 * The longest that n8n's health page had to be waited for while the node ran, without the time in
	 * which other programs kept n8n from a processor.
	 */
	readonly longestWait: number;
	/** The machine's load average of the last minute when the measurement began. */
	readonly load: number;
}

/** Far more than can be sent: the limit is lifted by the credential's number alone. */
const unlimited = 100_000;
/** Milliseconds for what n8n does by itself after a start, and before each measurement. */
const settlingTime = 5_000;
const pauseBefore = 1_500;
/** Items that each way sends unmeasured, so that nobody pays for being the first. */
const warmUpItems = 300;

type Stage = Pick<TestEnvironment, 'client' | 'n8n'>;

function spanOf(runs: readonly NodeExecution[]): Span {
	return {
		from: Math.min(...runs.map(({ startedAt }) => startedAt)),
		to: Math.max(...runs.map(({ startedAt, durationMs }) => startedAt + durationMs)),
	};
}

let workflows = 0;

async function observe(
	{ client, n8n }: Stage,
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
	const endWatching = watch(n8n);
	await sleep(pauseBefore);
	const items = work.items / work.executions;
	await Promise.all(
		Array.from({ length: work.executions }, async (_, run) => {
			const { status, body } = await client.postToWebhook(path, { items, run });
			if (status !== 200) throw new Error(`${way.name}: ${JSON.stringify(body)}`);
		}),
	);
	const recording = await endWatching();

	const runs: NodeExecution[] = [];
	for (const execution of await client.listExecutions(id)) {
		runs.push(lastNodeExecution(await client.waitForExecution(execution.id), measuredNode));
	}
	const node = spanOf(runs);
	const statistics = await service.statistics();
	return {
		...subject,
		...statistics,
		lost: work.items - (statistics.accepted - statistics.duplicates),
		nodeTime: node.to - node.from,
		cpuPerItem: recording.cpuTime(node) / work.items,
		longestWait: recording.longestOwnWait(node),
		load,
	};
}

/** Measures one way of doing the work, against a service of its own. */
async function measure(stage: Stage, subject: Subject): Promise<Row> {
	const { semantics, messagesPerSecond, latency, arrivalJitterMs } = subject.work;
	const service = await startServiceProcess({
		limits: { semantics, messagesPerSecond },
		latency,
		arrivalJitterMs,
		acceptUnknownContacts: true,
	});
	try {
		return await observe(stage, subject, service);
	} finally {
		await service.stop();
	}
}

/** Runs every kind of node once. */
async function warmUp(stage: Stage, subjects: readonly Subject[]): Promise<void> {
	const latency = { minMs: 0, maxMs: 0 };
	const easy = { items: warmUpItems, executions: 1, messagesPerSecond: null, latency };
	for (const subject of new Map(subjects.map((subject) => [subject.way, subject])).values()) {
		await measure(stage, { ...subject, work: { ...subject.work, ...easy } });
	}
}

/** Measures one subject after the other, in a fresh n8n that has warmed up. */
export async function measureGroup(subjects: readonly Subject[]): Promise<readonly Row[]> {
	const running = await startTestEnvironment();
	try {
		await sleep(settlingTime);
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
