import { readFileSync } from 'node:fs';
import type { IConnections, INode, INodeParameters, IPinData } from 'n8n-workflow';
import { z } from 'zod';

/** A node of a workflow. n8n generates missing IDs. */
export type WorkflowNode = Omit<INode, 'id'> & Partial<Pick<INode, 'id'>>;

/** A workflow in the format of the editor's import and export. */
export interface Workflow {
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly connections: IConnections;
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly pinData?: IPinData;
}

export function readWorkflow(file: string): Workflow {
	return JSON.parse(readFileSync(file, 'utf8')) as Workflow;
}

const storedSchema = z
	.object({
		id: z.string(),
		name: z.string(),
		versionId: z.string(),
		nodes: z.array(z.object({ name: z.string(), type: z.string() }).passthrough()),
	})
	.passthrough();

export type StoredWorkflow = z.infer<typeof storedSchema>;

export function parseStoredWorkflow(response: unknown): StoredWorkflow {
	return storedSchema.parse(response);
}

/** Triggers that emit immediately in a manual execution. */
const immediateTriggers = new Set([
	'n8n-nodes-base.manualTrigger',
	'n8n-nodes-base.scheduleTrigger',
	'n8n-nodes-channel-messaging.channelMessagingTrigger',
]);

/** Returns the name of the node with which a manual execution starts. */
export function triggerOf(workflow: StoredWorkflow): string {
	const trigger = workflow.nodes.find(({ type }) => immediateTriggers.has(type));
	if (trigger === undefined) {
		throw new Error(`"${workflow.name}" has no trigger for a manual execution`);
	}
	return trigger.name;
}

/** Returns a node with parameters and without credentials. */
export function newNode(
	name: string,
	[type, typeVersion]: readonly [type: string, version: number],
	parameters: INodeParameters = {},
): WorkflowNode {
	return { name, type, typeVersion, position: [0, 0], parameters };
}

export const manualTrigger = newNode('Start', ['n8n-nodes-base.manualTrigger', 1]);

/** Returns a node that outputs items with this JSON. */
export function itemsNode(items: readonly object[]): WorkflowNode {
	const jsCode = `return ${JSON.stringify(items.map((json) => ({ json })))};`;
	return newNode('Items', ['n8n-nodes-base.code', 2], { jsCode });
}

/** Returns a workflow whose nodes run one after another. */
export function sequentialWorkflow(name: string, nodes: readonly WorkflowNode[]): Workflow {
	const connections = connectInSequence(...nodes.map((node) => node.name));
	return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** Connects the first output of each node to the first input of the next one. */
export function connectInSequence(...names: readonly string[]): IConnections {
	return Object.fromEntries(
		names
			.slice(1)
			.map((node, index) => [names[index] ?? '', { main: [[{ node, type: 'main', index: 0 }]] }]),
	);
}
