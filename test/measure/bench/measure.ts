import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastRun, type NodeRun } from '../../support/n8n';
import { type Running, startRunning } from '../../support/running/running';
import { type ServiceProcess, startServiceProcess } from '../../support/service/serviceProcess';
import type { Row } from './row';
import type { Subject } from './scenarios';
import { type Span, watch } from './watch';
import { measuredNode } from './ways';
import { workflowFor } from './workflow';

/** Far more than can be sent: the limit is lifted by the credential's number alone. */
const unlimited = 100_000;
/** Milliseconds for what n8n does by itself after a start, and before each measurement. */
const settlingTime = 5_000;
const pauseBefore = 1_500;
/** Milliseconds; no multiple of the window, so that messages come at all moments of it. */
const betweenSingles = 2_170;
/** Items that each way sends unmeasured, so that nobody pays for being the first. */
const warmUpItems = 300;

type Stage = Pick<Running, 'client' | 'n8n'>;

function spanOf(runs: readonly NodeRun[]): Span {
	return {
		from: Math.min(...runs.map(({ startedAt }) => startedAt)),
		to: Math.max(...runs.map(({ startedAt, milliseconds }) => startedAt + milliseconds)),
	};
}

let workflows = 0;

/** Sends single messages one by one, and gives the longest that one took to be accepted. */
async function sendSingles(
	count: number,
	send: (items: number, run: string) => Promise<void>,
	service: ServiceProcess,
): Promise<number | undefined> {
	const waits: number[] = [];
	for (let index = 0; index < count; index += 1) {
		await sleep(betweenSingles);
		const name = `single${String(index)}`;
		const startedAt = Date.now();
		await send(1, name);
		waits.push(((await service.acceptedAt(`contact-${name}-0`)) ?? Infinity) - startedAt);
	}
	return waits.length === 0 ? undefined : Math.max(...waits);
}

async function observe(
	{ client, n8n }: Stage,
	{ scenario, way, work }: Subject,
	service: ServiceProcess,
): Promise<Row> {
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
	const send = async (items: number, run: string): Promise<void> => {
		const { status, body } = await client.callWebhook(path, { items, run });
		if (status !== 200) throw new Error(`${way.name}: ${JSON.stringify(body)}`);
	};
	const campaigns = Promise.all(
		Array.from({ length: work.executions }, async (_, index) => {
			await send(work.items / work.executions, String(index));
		}),
	);
	const longestSingle = await sendSingles(work.singleMessages, send, service);
	await campaigns;
	const recording = await endWatching();

	const runs: NodeRun[] = [];
	for (const execution of await client.listExecutions(id)) {
		runs.push(lastRun(await client.waitForExecution(execution.id), measuredNode));
	}
	const node = spanOf(runs);
	const seen = await service.seen();
	return {
		scenario,
		way: way.name,
		work,
		accepted: seen.accepted,
		lost: work.items + work.singleMessages - (seen.accepted - seen.duplicates),
		longestSingle,
		twice: seen.duplicates,
		refused: seen.rateLimited,
		messagesPerSecond: seen.messagesPerSecond,
		nodeTime: node.to - node.from,
		cpuPerItem: recording.cpuTime(node) / work.items,
		longestWait: recording.longestWait(node),
		longestOwnWait: recording.longestOwnWait(node),
		load,
	};
}

/** Measures one way of doing the work, against a service of its own. */
async function measure(stage: Stage, subject: Subject): Promise<Row> {
	const { semantics, messagesPerSecond, answers, arrivalJitterMilliseconds } = subject.work;
	const service = await startServiceProcess({
		limits: { semantics, messagesPerSecond },
		answers,
		arrivalJitterMilliseconds,
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
	const answers = { minimumMilliseconds: 0, maximumMilliseconds: 0 };
	const once = { items: warmUpItems, singleMessages: 0, executions: 1 };
	const easy = { ...once, messagesPerSecond: null, answers };
	for (const subject of new Map(subjects.map((subject) => [subject.way, subject])).values()) {
		await measure(stage, { ...subject, work: { ...subject.work, ...easy } });
	}
}

/** Measures one subject after the other, in a fresh n8n that has warmed up. */
export async function measureGroup(
	subjects: readonly Subject[],
	tell: (subject: Subject) => void,
): Promise<readonly Row[]> {
	const running = await startRunning();
	try {
		await sleep(settlingTime);
		await warmUp(running, subjects);
		const rows: Row[] = [];
		for (const subject of subjects) {
			tell(subject);
			rows.push(await measure(running, subject));
		}
		return rows;
	} finally {
		await running.stop();
	}
}
