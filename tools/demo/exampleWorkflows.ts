import {
	exampleNames,
	readExample,
	withCredentials,
	workflowFiles,
} from '../../test/n8n/examples/exampleFiles';
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
	const files = exampleNames().flatMap((folder) =>
		workflowFiles(folder).map((file) => [folder, file] as const),
	);
	for (const [folder, file] of files) {
		const workflow = readExample(folder, file);
		const nodes = workflow.nodes.map((node) => withCredentials(node, credentials));
		const { id, name } =
			existing.find((candidate) => candidate.name === workflow.name) ??
			(await n8n.createWorkflow({ ...workflow, nodes }));
		examples.push({ folder, id, name });
	}
	return examples;
}
