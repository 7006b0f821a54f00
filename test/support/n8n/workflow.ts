import { readFileSync } from 'node:fs';
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';

/** A node as a workflow holds it. */
export interface WorkflowNode {
	readonly id?: string;
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly position: readonly number[];
	readonly parameters: INodeParameters;
	readonly credentials?: Readonly<
		Record<string, { readonly id: string | null; readonly name: string }>
	>;
	readonly webhookId?: string;
	readonly disabled?: boolean;
	readonly onError?: 'continueErrorOutput' | 'continueRegularOutput' | 'stopWorkflow';
	readonly retryOnFail?: boolean;
	readonly maxTries?: number;
	readonly waitBetweenTries?: number;
	readonly alwaysOutputData?: boolean;
	readonly executeOnce?: boolean;
	readonly notes?: string;
}

/** Where one output of a node leads. */
export interface Connection {
	readonly node: string;
	readonly type: string;
	readonly index: number;
}

/** A workflow as the editor downloads and uploads it. */
export interface Workflow {
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly connections: Readonly<
		Record<string, Readonly<Record<string, ReadonlyArray<readonly Connection[] | null>>>>
	>;
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly pinData?: Readonly<Record<string, readonly unknown[]>>;
}

const workflowSchema = z.custom<Workflow>(
	(value) =>
		z
			.object({ name: z.string(), nodes: z.array(z.unknown()), connections: z.record(z.unknown()) })
			.safeParse(value).success,
	'not a workflow',
);

/** Reads a workflow that was downloaded from the editor. */
export function readWorkflow(file: string): Workflow {
	return workflowSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
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
export function inARow(...names: readonly string[]): Workflow['connections'] {
	return Object.fromEntries(
		names
			.slice(1)
			.map((node, index) => [names[index] ?? '', { main: [[{ node, type: 'main', index: 0 }]] }]),
	);
}
