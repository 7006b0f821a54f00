import {
	connectInSequence,
	lastNodeExecution,
	newNode,
	type NodeExecution,
	type StoredCredential,
	type StoredWorkflow,
	type Workflow,
} from '../../../test/support/n8n';
import { parseStoredWorkflow } from '../../../test/support/n8n/workflow';
import type { TestEnvironment } from '../../../test/support/fixtures/testEnvironment';
import { watch } from '../watch';
import { channelMessaging, measuredNode } from '../ways';

const patience = 30 * 60_000;

/** The orders from one number up to below another, whose messages are sent with a credential. */
export interface Orders {
	readonly from: number;
	readonly to: number;
	readonly credential: StoredCredential;
}

function workflowOf({ from, to, credential }: Orders): Workflow {
	const jsCode = `return Array.from({ length: ${String(to - from)} }, (_, index) => {
	const order = 'order-' + (${String(from)} + index);
	return { json: { contactId: 'contact-of-' + order, text: 'About ' + order, order } };
});`;
	const node = channelMessaging.node(credential);
	const options = { sendOnceKey: '={{ $json.order }}' };
	return {
		name: 'Keys',
		nodes: [
			newNode('Start', ['n8n-nodes-base.manualTrigger', 1]),
			newNode('Orders', ['n8n-nodes-base.code', 2], { jsCode }),
			// n8n keeps a node's keys by its id.
			{ ...node, id: 'the-node-with-keys', parameters: { ...node.parameters, options } },
		],
		connections: connectInSequence('Start', 'Orders', measuredNode),
		settings: { executionOrder: 'v1' },
	};
}

/** A workflow in an n8n that can be killed and started again, with a key for each message. */
export class Stage {
	private constructor(
		private readonly running: TestEnvironment,
		private readonly workflow: StoredWorkflow,
	) {}

	/** The node of each workflow has no keys yet. */
	static async open(running: TestEnvironment): Promise<Stage> {
		const orders = { from: 0, to: 1, credential: running.credential };
		return new Stage(running, await running.client.createWorkflow(workflowOf(orders)));
	}

	/** Kills n8n in the middle of whatever it does, and starts it again with all its data. */
	async killAndRestart(): Promise<void> {
		process.kill(this.running.n8n.processId, 'SIGKILL');
		await this.running.restart();
	}

	/** Starts the workflow for these orders, and answers the execution's id. */
	async start(orders: Orders): Promise<string> {
		const { nodes } = workflowOf(orders);
		return await this.running.client.startWorkflow(
			parseStoredWorkflow({ ...this.workflow, nodes }),
		);
	}

	async run(orders: Orders): Promise<NodeExecution> {
		const id = await this.start(orders);
		return lastNodeExecution(
			await this.running.client.waitForExecution(id, patience),
			measuredNode,
		);
	}

	/**
	 * Runs it, and gives the CPU time of n8n and the longest wait for its health page meanwhile, without
	 * the time in which other programs kept n8n from a processor, both in durationMs.
	 */
	async runWatched(orders: Orders): Promise<{
		readonly node: NodeExecution;
		readonly cpuTime: number;
		readonly longestWait: number;
	}> {
		const endWatching = watch(this.running.n8n);
		const node = await this.run(orders);
		const recording = await endWatching();
		const span = { from: node.startedAt, to: node.startedAt + node.durationMs };
		return { node, cpuTime: recording.cpuTime(span), longestWait: recording.longestOwnWait(span) };
	}
}
