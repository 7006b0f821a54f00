import type { IConnections } from 'n8n-workflow';
import { newNode, type Workflow, type WorkflowNode } from '../../../support/n8n';

const isTrigger = ({ type }: WorkflowNode) =>
	/\.(webhook|manualTrigger|\w*Trigger)$/.test(type) && !type.endsWith('.respondToWebhook');

/** Nodes of services that tests don't have. Their pinned sample data is their output. */
const isOtherService = ({ type }: WorkflowNode) => /\.google\w+$/.test(type);

const receiver = 'Receive rows';

function withSampleOutput(node: WorkflowNode, { pinData = {} }: Workflow): WorkflowNode {
	const sample = pinData[node.name]?.[0]?.json ?? {};
	const parameters = { mode: 'raw', jsonOutput: JSON.stringify(sample), options: {} };
	return { ...newNode(node.name, ['n8n-nodes-base.set', 3.4], parameters) };
}

/**
 * Returns a workflow in which the rows of a webhook's body replace the output of a node, so that the
 * nodes after it run as in production: pinned data would require an execution in the editor, in which
 * the node skips identical messages after a failure. Other triggers are removed.
 */
export function withInput(workflow: Workflow, replaced: string, path: string): Workflow {
	const input = newNode(replaced, ['n8n-nodes-base.splitOut', 1], {
		fieldToSplitOut: 'body.rows',
		options: {},
	});
	const webhook = {
		...newNode(receiver, ['n8n-nodes-base.webhook', 2.1], {
			httpMethod: 'POST',
			path,
			responseMode: 'onReceived',
			options: {},
		}),
		webhookId: path,
	};
	const others = workflow.nodes.filter((node) => node.name !== replaced && !isTrigger(node));
	const nodes = [
		webhook,
		input,
		...others.map((node) => (isOtherService(node) ? withSampleOutput(node, workflow) : node)),
	];
	const names = new Set(nodes.map(({ name }) => name));
	const connections: IConnections = Object.fromEntries(
		Object.entries(workflow.connections).filter(([name]) => names.has(name)),
	);
	return {
		...workflow,
		nodes,
		connections: {
			...connections,
			[receiver]: { main: [[{ node: replaced, type: 'main', index: 0 }]] },
		},
		pinData: {},
	};
}
