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
import { monitor } from '../monitor';
import { channelMessaging, measuredNode } from '../ways';

const maxDurationMs = 30 * 60_000;

/** The range of order numbers for which to send messages: `to` is exclusive. */
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
			// n8n stores a node's idempotency keys under the node's ID.
			{ ...node, id: 'the-node-with-keys', parameters: { ...node.parameters, options } },
		],
		connections: connectInSequence('Start', 'Orders', measuredNode),
		settings: { executionOrder: 'v1' },
	};
}

/** A workflow that sends messages with Send Once per Key, in an n8n that can be restarted. */
export class Stage {
	private constructor(
		private readonly running: TestEnvironment,
		private readonly workflow: StoredWorkflow,
	) {}

	/** Creates the workflow. Its node has no stored keys. */
	static async open(running: TestEnvironment): Promise<Stage> {
		const orders = { from: 0, to: 1, credential: running.credential };
		return new Stage(running, await running.client.createWorkflow(workflowOf(orders)));
	}

	/** Kills n8n, and restarts it with its data. */
	async killAndRestart(): Promise<void> {
		process.kill(this.running.n8n.processId, 'SIGKILL');
		await this.running.restart();
	}

	/** Starts an execution for these orders, and returns its ID. */
	async start(orders: Orders): Promise<string> {
		const { nodes } = workflowOf(orders);
		return await this.running.client.startWorkflow(
			parseStoredWorkflow({ ...this.workflow, nodes }),
		);
	}

	async run(orders: Orders): Promise<NodeExecution> {
		const id = await this.start(orders);
		return lastNodeExecution(
			await this.running.client.waitForExecution(id, maxDurationMs),
			measuredNode,
		);
	}

	/** Runs the workflow, and returns n8n's CPU time and the maximum delay of its health endpoint. */
	async runMonitored(orders: Orders): Promise<{
		readonly node: NodeExecution;
		readonly cpuTimeMs: number;
		readonly maxHealthDelayMs: number;
	}> {
		const stopMonitoring = monitor(this.running.n8n);
		const node = await this.run(orders);
		const recording = await stopMonitoring();
		const interval = { from: node.startedAt, to: node.startedAt + node.durationMs };
		return {
			node,
			cpuTimeMs: recording.cpuTimeMs(interval),
			maxHealthDelayMs: recording.maxHealthDelayMs(interval),
		};
	}
}
