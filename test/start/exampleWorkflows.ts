import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { N8nClient, StoredCredential, Workflow, WorkflowNode } from '../n8n';

const folder = join(__dirname, 'workflows');

/** The example that is run at every start. */
export const firstExample = 'Send a welcome message';

/** A workflow that n8n has. */
export interface Example {
	readonly id: string;
	readonly name: string;
	readonly isNew: boolean;
}

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

async function readExamples(): Promise<readonly Workflow[]> {
	const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
	return await Promise.all(
		files.map(async (file) => {
			const workflow: unknown = JSON.parse(await readFile(join(folder, file), 'utf8'));
			if (!isWorkflow(workflow)) throw new Error(`${file} is not a workflow`);
			return workflow;
		}),
	);
}

/** The file cannot know under which id n8n stores the credential that it names. */
function withCredential(node: WorkflowNode, { id, name, type }: StoredCredential): WorkflowNode {
	if (node.credentials?.[type] === undefined) return node;
	return { ...node, credentials: { ...node.credentials, [type]: { id, name } } };
}

/** Gives n8n the examples that it doesn't have yet; those that it has stay as their user left them. */
export async function provideExamples(
	n8n: Pick<N8nClient, 'createWorkflow' | 'listWorkflows'>,
	credential: StoredCredential,
): Promise<readonly Example[]> {
	const existing = await n8n.listWorkflows();
	const examples: Example[] = [];
	for (const workflow of await readExamples()) {
		const found = existing.find(({ name }) => name === workflow.name);
		if (found !== undefined) {
			examples.push({ id: found.id, name: found.name, isNew: false });
			continue;
		}
		const nodes = workflow.nodes.map((node) => withCredential(node, credential));
		const { id, name } = await n8n.createWorkflow({ ...workflow, nodes });
		examples.push({ id, name, isNew: true });
	}
	return examples;
}
