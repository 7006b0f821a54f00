import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastRun, type NodeRun } from '../n8n';
import type { ScenarioName } from './commandLine';
import type { ProfileRecorder } from './profile/profileRecorder';
import type { MeasuredRow } from './row';
import { type Seen, type ServiceProcess, startServiceProcess } from '../service/serviceProcess';
import type { Stage } from './stage';
import {
	cpuMilliseconds,
	longestOwnWait,
	longestWait,
	mostMegabytes,
	type Recording,
	type Span,
} from './watch/recording';
import { watch } from './watch/watcher';
import type { Destination, Way } from './ways/way';
import type { Work } from './work';
import { measuredNode, workflowFor } from './workflow';

/** What to measure. */
export interface Subject {
	readonly scenario: ScenarioName;
	readonly way: Way;
	readonly work: Work;
}

/** Far more than can be sent: the limit is lifted by the credential's number alone. */
const unlimited = 100_000;
const idleTime = 3_000;
/** n8n stores an execution a moment after it has answered. */
const savingTime = 1_000;

/** Milliseconds; no multiple of the window, so that messages come at all moments of it. */
const betweenSingles = 2_170;

let workflows = 0;

/** Stores and publishes the workflow; answers its id and a function that runs it. */
async function prepare(
	{ client }: Stage,
	{ way }: Subject,
	destination: Destination,
): Promise<{ id: string; run: (items: number, run: string) => Promise<void> }> {
	workflows += 1;
	const path = `bench-${String(workflows)}`;
	const credential = await client.createCredential(way.credential(destination));
	const workflow = workflowFor(path, way, credential, destination);
	const { id } = await client.createWorkflow(workflow);
	await client.activateWorkflow(id);
	return {
		id,
		run: async (items, run) => {
			const { status, body } = await client.callWebhook(path, { items, run });
			if (status !== 200) throw new Error(`${workflow.name}: ${JSON.stringify(body)}`);
		},
	};
}

/** The runs of the measured node in every execution of a workflow. */
async function nodeRuns({ client }: Stage, workflowId: string): Promise<readonly NodeRun[]> {
	const executions = await client.listExecutions(workflowId);
	const runs: NodeRun[] = [];
	for (const { id } of executions) {
		runs.push(lastRun(await client.waitForExecution(id), measuredNode));
	}
	return runs;
}

function spanOf(runs: readonly NodeRun[]): Span {
	return {
		from: Math.min(...runs.map(({ startedAt }) => startedAt)),
		to: Math.max(...runs.map(({ startedAt, milliseconds }) => startedAt + milliseconds)),
	};
}

interface Observation {
	readonly recording: Recording;
	readonly idle: Span;
	readonly node: Span;
	readonly end: number;
	readonly seen: Seen;
	readonly load: number;
	readonly longestSingle: number | undefined;
}

function rowOf({ scenario, way, work }: Subject, observation: Observation): MeasuredRow {
	const { recording, idle, node, end, seen, load, longestSingle } = observation;
	const row = {
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
		arrivalTime: seen.lastArrival - seen.firstArrival,
		longestWait: longestWait(recording, node),
		longestOwnWait: longestOwnWait(recording, node),
		longestWaitAfter: longestWait(recording, { from: node.to, to: end }),
		longestWaitIdle: longestWait(recording, idle),
		peakMegabytes: mostMegabytes(recording, node),
		idleMegabytes: mostMegabytes(recording, idle),
		load,
	};
	return {
		row,
		cpuTime: cpuMilliseconds(recording, node),
		idleCpuShare: cpuMilliseconds(recording, idle) / (idle.to - idle.from),
	};
}

/** Sends single messages, one every two seconds, and gives the longest time until one was accepted. */
async function sendSingles(
	{ singleMessages }: Work,
	run: (items: number, run: string) => Promise<void>,
	service: ServiceProcess,
): Promise<number | undefined> {
	const waits: number[] = [];
	for (let index = 0; index < singleMessages; index += 1) {
		await sleep(betweenSingles);
		const name = `single${String(index)}`;
		const startedAt = Date.now();
		await run(1, name);
		waits.push(((await service.acceptedAt(`contact-${name}-0`)) ?? Infinity) - startedAt);
	}
	return waits.length === 0 ? undefined : Math.max(...waits);
}

async function observe(
	stage: Stage,
	subject: Subject,
	service: ServiceProcess,
	profiler?: ProfileRecorder,
): Promise<MeasuredRow> {
	const { way, work } = subject;
	const destination = { ...service, messagesPerSecond: work.messagesPerSecond ?? unlimited };
	const workflow = await prepare(stage, subject, destination);
	const [load = 0] = loadavg();
	const watcher = await watch(stage.n8n);
	const idleFrom = Date.now();
	await sleep(idleTime);
	const idle = { from: idleFrom, to: Date.now() };
	await profiler?.start();
	const share = work.items / work.executions;
	const names = Array.from({ length: work.executions }, (_, index) => String(index));
	const campaigns = Promise.all(names.map((name) => workflow.run(share, name)));
	const longestSingle = await sendSingles(work, workflow.run, service);
	await campaigns;
	await sleep(savingTime);
	await profiler?.stop(`${way.name}-${String(work.items)}`);
	const end = Date.now();
	const recording = await watcher.stop();
	const node = spanOf(await nodeRuns(stage, workflow.id));
	return rowOf(subject, {
		recording,
		idle,
		node,
		end,
		seen: await service.seen(),
		load,
		longestSingle,
	});
}

/** Measures one way of doing the work, against a service of its own. */
export async function measure(
	stage: Stage,
	subject: Subject,
	profiler?: ProfileRecorder,
): Promise<MeasuredRow> {
	const { semantics, messagesPerSecond, answers, arrivalJitterMilliseconds } = subject.work;
	const service = await startServiceProcess({
		limits: { semantics, messagesPerSecond },
		answers,
		arrivalJitterMilliseconds,
		acceptUnknownContacts: true,
	});
	try {
		return await observe(stage, subject, service, profiler);
	} finally {
		await service.stop();
	}
}
