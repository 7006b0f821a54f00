import { exampleNames, readExample, withCredentials } from '../examples/exampleFolder';
import type { N8nClient, StoredCredential } from '../n8n';

/** The example that is run at every start. */
export const firstExample = 'Send a welcome message';

/** A workflow that n8n has. */
export interface Example {
	readonly id: string;
	readonly name: string;
	readonly isNew: boolean;
}

/** Gives n8n the examples that it doesn't have yet; those that it has stay as their user left them. */
export async function provideExamples(
	n8n: Pick<N8nClient, 'createWorkflow' | 'listWorkflows'>,
	credential: StoredCredential,
): Promise<readonly Example[]> {
	const existing = await n8n.listWorkflows();
	const examples: Example[] = [];
	for (const folder of await exampleNames()) {
		const workflow = await readExample(folder);
		const found = existing.find(({ name }) => name === workflow.name);
		if (found !== undefined) {
			examples.push({ id: found.id, name: found.name, isNew: false });
			continue;
		}
		const nodes = workflow.nodes.map((node) => withCredentials(node, [credential]));
		const { id, name } = await n8n.createWorkflow({ ...workflow, nodes });
		examples.push({ id, name, isNew: true });
	}
	return examples;
}
