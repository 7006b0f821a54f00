import { exampleNames, readExample, withCredentials } from '../../test/n8n/examples/exampleFiles';
import type { N8nClient, StoredCredential } from '../../test/support/n8n';

/** An example workflow in n8n. */
export interface Example {
	readonly folder: string;
	readonly id: string;
	readonly name: string;
}

/** Imports the examples that n8n doesn't have. Existing ones keep the user's changes. */
export async function provideExamples(
	n8n: N8nClient,
	credentials: readonly StoredCredential[],
): Promise<readonly Example[]> {
	const existing = await n8n.listWorkflows();
	const examples: Example[] = [];
	for (const folder of exampleNames()) {
		const workflow = readExample(folder);
		const nodes = workflow.nodes.map((node) => withCredentials(node, credentials));
		const { id, name } =
			existing.find((candidate) => candidate.name === workflow.name) ??
			(await n8n.createWorkflow({ ...workflow, nodes }));
		examples.push({ folder, id, name });
	}
	return examples;
}
