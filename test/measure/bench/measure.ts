import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
	type InstalledRelease,
	lastRun,
	N8nClient,
	type NodeRun,
	type RunningN8n,
	startN8n,
} from '../../support/n8n';
import { type ServiceProcess, startServiceProcess } from '../../support/service/serviceProcess';
import { type MeasuredRow, type Row, withoutIdleCpu } from './row';
import type { Subject } from './scenarios';
import {
	cpuMilliseconds,
	longestOwnWait,
	longestWait,
	mostMegabytes,
	type Span,
	watch,
} from './watch/recording';
import { measuredNode } from './ways';
import { workflowFor } from './workflow';

/** Far more than can be sent: the limit is lifted by the credential's number alone. */
const unlimited = 100_000;
/** Milliseconds for what n8n does by itself after a start. */
const settlingTime = 5_000;
/** Milliseconds in which an n8n with nothing to do is looked at. */
const idleTime = 3_000;
/** Milliseconds in which n8n stores an execution after it has answered. */
const savingTime = 1_000;
/** Items that each way sends unmeasured, so that nobody pays for being the first. */
const warmUpItems = 300;

/** A fresh n8n with an owner. */
interface Stage {
	readonly n8n: RunningN8n;
	readonly client: N8nClient;
}

function spanOf(runs: readonly NodeRun[]): Span {
	return {
		from: Math.min(...runs.map(({ startedAt }) => startedAt)),
		to: Math.max(...runs.map(({ startedAt, milliseconds }) => startedAt + milliseconds)),
	};
}

/** Milliseconds; no multiple of the window, so that messages come at all moments of it. */
const betweenSingles = 2_170;

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
	subject: Subject,
	service: ServiceProcess,
): Promise<MeasuredRow> {
	const { way, work } = subject;
	const { token, url } = service;
	const destination = { token, url, messagesPerSecond: work.messagesPerSecond ?? unlimited };
	workflows += 1;
	const path = `bench-${String(workflows)}`;
	const credential = await client.createCredential(way.credential(destination));
	const { id } = await client.createWorkflow(workflowFor(path, way, credential, destination));
	await client.activateWorkflow(id);

	const [load = 0] = loadavg();
	const endWatching = await watch(n8n);
	const idleFrom = Date.now();
	await sleep(idleTime);
	const idle = { from: idleFrom, to: Date.now() };
	const items = work.items / work.executions;
	const send = async (count: number, run: string): Promise<void> => {
		const { status, body } = await client.callWebhook(path, { items: count, run });
		if (status !== 200) throw new Error(`${way.name}: ${JSON.stringify(body)}`);
	};
	const campaigns = Promise.all(
		Array.from({ length: work.executions }, async (_, index) => {
			await send(items, String(index));
		}),
	);
	const longestSingle = await sendSingles(work.singleMessages, send, service);
	await campaigns;
	await sleep(savingTime);
	const end = Date.now();
	const recording = await endWatching();

	const runs: NodeRun[] = [];
	for (const execution of await client.listExecutions(id)) {
		runs.push(lastRun(await client.waitForExecution(execution.id), measuredNode));
	}
	const node = spanOf(runs);
	const seen = await service.seen();
	return {
		row: {
			scenario: subject.scenario,
			way: way.name,
			work,
			accepted: seen.accepted,
			lost: work.items + work.singleMessages - (seen.accepted - seen.duplicates),
			longestSingle,
			twice: seen.duplicates,
			refused: seen.rateLimited,
			messagesPerSecond: seen.messagesPerSecond,
			nodeTime: node.to - node.from,
			arrivalTime: seen.lastArrival - seen.firstArrival,
			longestWait: longestWait(recording, node),
			longestOwnWait: longestOwnWait(recording, node),
			longestWaitAfter: longestWait(recording, { from: node.to, to: end }),
			longestWaitIdle: longestWait(recording, idle),
			peakMegabytes: mostMegabytes(recording, node),
			idleMegabytes: mostMegabytes(recording, idle),
			load,
		},
		cpuTime: cpuMilliseconds(recording, node),
		idleCpuShare: cpuMilliseconds(recording, idle) / (idle.to - idle.from),
	};
}

/** Measures one way of doing the work, against a service of its own. */
async function measure(stage: Stage, subject: Subject): Promise<MeasuredRow> {
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
	const easy = {
		items: warmUpItems,
		singleMessages: 0,
		executions: 1,
		messagesPerSecond: null,
		answers,
	};
	for (const subject of new Map(subjects.map((subject) => [subject.way, subject])).values()) {
		await measure(stage, { ...subject, work: { ...subject.work, ...easy } });
	}
}

/** What every n8n of one run is made of. */
export interface Parts {
	readonly release: InstalledRelease;
	readonly tarball: string;
}

/** Measures one subject after the other, in a fresh n8n that has warmed up. */
export async function measureGroup(
	{ release, tarball }: Parts,
	subjects: readonly Subject[],
	tell: (subject: Subject) => void,
): Promise<readonly Row[]> {
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-'));
	try {
		const n8n = await startN8n({ release, tarball, userFolder });
		try {
			const stage = { n8n, client: new N8nClient(n8n.url) };
			await stage.client.setUpOwner();
			await sleep(settlingTime);
			await warmUp(stage, subjects);
			const rows: MeasuredRow[] = [];
			for (const subject of subjects) {
				tell(subject);
				rows.push(await measure(stage, subject));
			}
			return withoutIdleCpu(rows);
		} finally {
			await n8n.stop();
		}
	} finally {
		await rm(userFolder, { recursive: true, force: true, maxRetries: 3 });
	}
}
