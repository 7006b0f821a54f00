import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
	readWorkflow,
	type StoredCredential,
	type Workflow,
	type WorkflowNode,
} from '../../support/n8n';
import { repository } from '../../support/repository';

/** Where the examples are, each in a folder of its own. */
export const examplesFolder = join(repository, 'examples');

/** The names of all examples' folders, in alphabetical order. */
export function exampleNames(): readonly string[] {
	return readdirSync(examplesFolder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name)
		.sort();
}

/** Reads the workflow of an example, as somebody would import it. */
export function readExample(name: string): Workflow {
	return readWorkflow(join(examplesFolder, name, 'workflow.json'));
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
