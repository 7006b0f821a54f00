import { readFileSync } from 'node:fs';
import type { IConnections, INode, INodeParameters, IPinData } from 'n8n-workflow';
import { z } from 'zod';

/** A node as a workflow holds it; n8n gives it an id where it has none. */
export type WorkflowNode = Omit<INode, 'id'> & Partial<Pick<INode, 'id'>>;

/** A workflow as the editor downloads and uploads it. */
export interface Workflow {
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly connections: IConnections;
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly pinData?: IPinData;
}

/** Reads a workflow that was downloaded from the editor. */
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

/** A workflow as n8n stores it, with all that n8n added. */
export type StoredWorkflow = z.infer<typeof storedSchema>;

/** Reads n8n's answer about one workflow. */
export function readStoredWorkflow(answer: unknown): StoredWorkflow {
	return storedSchema.parse(answer);
}

/** Triggers that wait for nobody: the Execute button makes them fire at once. */
const ownTriggers = new Set([
	'n8n-nodes-base.manualTrigger',
	'n8n-nodes-base.scheduleTrigger',
	'n8n-nodes-channel-messaging.channelMessagingTrigger',
]);

/** The node that the editor's Execute button starts from. */
export function triggerOf(workflow: StoredWorkflow): string {
	const trigger = workflow.nodes.find(({ type }) => ownTriggers.has(type));
	if (trigger === undefined) {
		throw new Error(`"${workflow.name}" has no trigger that the Execute button makes fire`);
	}
	return trigger.name;
}

/** A node with its parameters and nothing else; where it stands on the canvas is all the same. */
export function newNode(
	name: string,
	[type, typeVersion]: readonly [type: string, version: number],
	parameters: INodeParameters = {},
): WorkflowNode {
	return { name, type, typeVersion, position: [0, 0], parameters };
}

/** Connects nodes in a row, each one's first output to the next one's first input. */
export function inARow(...names: readonly string[]): IConnections {
	return Object.fromEntries(
		names
			.slice(1)
			.map((node, index) => [names[index] ?? '', { main: [[{ node, type: 'main', index: 0 }]] }]),
	);
}
