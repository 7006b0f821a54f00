import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	currentRelease,
	discardPackage,
	inARow,
	installRelease,
	lastRun,
	N8nClient,
	type NodeRun,
	packPackage,
	type RunningN8n,
	startN8n,
	type StoredCredential,
	type StoredWorkflow,
	type Workflow,
} from '../../../support/n8n';
import { readStoredWorkflow } from '../../../support/n8n/workflow';
import type { ServiceProcess } from '../../../support/service/serviceProcess';
import { cpuMilliseconds, longestOwnWait, watch } from '../watch/recording';

const nodeName = 'Send';
const patience = 30 * 60_000;

/** The orders from one number up to below another: a message and a key for each. */
export interface Orders {
	readonly from: number;
	readonly to: number;
}

function workflowOf({ from, to }: Orders, { id, name }: StoredCredential): Workflow {
	const jsCode = `return Array.from({ length: ${String(to - from)} }, (_, index) => {
	const order = 'order-' + (${String(from)} + index);
	return { json: { contactId: 'contact-of-' + order, text: 'About ' + order, order } };
});`;
	return {
		name: 'Keys',
		nodes: [
			{
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				name: 'Orders',
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				position: [200, 0],
				parameters: { jsCode },
			},
			{
				// n8n keeps a node's keys by its id.
				id: 'b7c1f4de-5d0c-4a52-9d5e-6a3d1f6b8e01',
				name: nodeName,
				type: 'n8n-nodes-channel-messaging.channelMessaging',
				typeVersion: 1,
				position: [400, 0],
				parameters: {
					resource: 'message',
					operation: 'send',
					contactId: { __rl: true, mode: 'id', value: '={{ $json.contactId }}' },
					messageType: 'text',
					text: '={{ $json.text }}',
					options: { sendOnceKey: '={{ $json.order }}' },
				},
				credentials: { channelMessagingApi: { id, name } },
			},
		],
		connections: inARow('Start', 'Orders', nodeName),
		settings: { executionOrder: 'v1' },
	};
}

/** An n8n that can be killed and started again with all its data. */
export class Stage {
	private constructor(
		private readonly tarball: string,
		private readonly userFolder: string,
		private n8n: RunningN8n,
		private client: N8nClient,
	) {}

	static async open(): Promise<Stage> {
		const release = await installRelease(currentRelease, () => undefined);
		const tarball = await packPackage();
		const userFolder = await mkdtemp(join(tmpdir(), 'n8n-keys-'));
		const n8n = await startN8n({ release, tarball, userFolder });
		const client = new N8nClient(n8n.url);
		await client.setUpOwner();
		return new Stage(tarball, userFolder, n8n, client);
	}

	async close(): Promise<void> {
		await this.n8n.stop();
		await rm(this.userFolder, { recursive: true, force: true, maxRetries: 3 });
		await discardPackage(this.tarball);
	}

	/** Kills n8n in the middle of whatever it does, and starts it again. */
	async killAndRestart(): Promise<void> {
		process.kill(this.n8n.processId, 'SIGKILL');
		await this.n8n.stop();
		const release = await installRelease(currentRelease, () => undefined);
		this.n8n = await startN8n({ release, userFolder: this.userFolder });
		this.client = new N8nClient(this.n8n.url);
		await this.client.signIn();
	}

	async credential(service: ServiceProcess, messagesPerSecond: number): Promise<StoredCredential> {
		return await this.client.createCredential({
			name: `Channel at ${String(messagesPerSecond)}`,
			type: 'channelMessagingApi',
			data: {
				baseUrl: service.url,
				token: service.token,
				channelType: 'other',
				messagesPerSecond,
				contactCallsPerMinute: 100,
			},
		});
	}

	/** Stores a workflow, the node of which has no keys yet. */
	async workflow(credential: StoredCredential): Promise<StoredWorkflow> {
		return await this.client.createWorkflow(workflowOf({ from: 0, to: 1 }, credential));
	}

	/** Starts the workflow for these orders with this credential. */
	async start(
		stored: StoredWorkflow,
		orders: Orders,
		credential: StoredCredential,
	): Promise<string> {
		const { nodes } = workflowOf(orders, credential);
		return await this.client.startWorkflow(readStoredWorkflow({ ...stored, nodes }));
	}

	async run(
		stored: StoredWorkflow,
		orders: Orders,
		credential: StoredCredential,
	): Promise<NodeRun> {
		const id = await this.start(stored, orders, credential);
		return lastRun(await this.client.waitForExecution(id, patience), nodeName);
	}

	/**
	 * Runs it, and gives the CPU time of n8n and the longest wait for its health page meanwhile, without
	 * the time in which other programs kept n8n from a processor, both in milliseconds.
	 */
	async runWatched(
		stored: StoredWorkflow,
		orders: Orders,
		credential: StoredCredential,
	): Promise<{ readonly node: NodeRun; readonly cpuTime: number; readonly longestWait: number }> {
		const endWatching = await watch(this.n8n);
		const node = await this.run(stored, orders, credential);
		const { startedAt, milliseconds } = node;
		const span = { from: startedAt, to: startedAt + milliseconds };
		const recording = await endWatching();
		return {
			node,
			cpuTime: cpuMilliseconds(recording, span),
			longestWait: longestOwnWait(recording, span),
		};
	}
}
