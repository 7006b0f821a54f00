import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredCredential, Workflow, WorkflowNode } from '../n8n';

/** Where the examples are, each in a folder of its own. */
export const examplesFolder = join(__dirname, '..', '..', 'examples');

function isWorkflow(value: unknown): value is Workflow {
	return (
		typeof value === 'object' &&
		value !== null &&
		'name' in value &&
		typeof value.name === 'string' &&
		'nodes' in value &&
		Array.isArray(value.nodes) &&
		'connections' in value
	);
}

/** The names of all examples' folders, in alphabetical order. */
export async function exampleNames(): Promise<readonly string[]> {
	const entries = await readdir(examplesFolder, { withFileTypes: true });
	return entries
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name)
		.sort();
}

/** Reads the workflow of an example, as somebody would import it. */
export async function readExample(name: string): Promise<Workflow> {
	const file = join(examplesFolder, name, 'workflow.json');
	const workflow: unknown = JSON.parse(await readFile(file, 'utf8'));
	if (!isWorkflow(workflow)) throw new Error(`${file} is not a workflow`);
	return workflow;
}

/** A file cannot know under which id an n8n stores the credential that a node names. */
export function withCredentials(
	node: WorkflowNode,
	stored: readonly Pick<StoredCredential, 'id' | 'name' | 'type'>[],
): WorkflowNode {
	const named = Object.keys(node.credentials ?? {});
	const chosen = stored.filter(({ type }) => named.includes(type));
	if (chosen.length === 0) return node;
	const credentials = Object.fromEntries(chosen.map(({ id, name, type }) => [type, { id, name }]));
	return { ...node, credentials: { ...node.credentials, ...credentials } };
}
