import { createPostgresCredential } from '../../support/fixtures/servers';
import { readExample, withCredentials } from '../examples/exampleFiles';
import { type CampaignPlan, sharedMessages } from './campaign';
import type { QueueMode } from './queueMode';

/** Returns the example that sends once across workers, after creating its table in PostgreSQL. */
export async function exampleCampaign({ client, postgres }: QueueMode): Promise<CampaignPlan> {
	const database = await createPostgresCredential(client, postgres);
	const example = readExample('send-once-across-workers');
	const nodes = example.nodes.map((node) => withCredentials(node, [database]));
	// The README of the example instructs users to do this once.
	const { status, error } = await client.runWorkflow({ ...example, nodes });
	if (status !== 'success')
		throw new Error(`The table was not created: ${error?.message ?? status}`);
	return {
		...sharedMessages,
		workflow: (path, credential) => ({
			...example,
			nodes: nodes
				.map((node) => withCredentials(node, [credential]))
				.map((node) =>
					node.type === 'n8n-nodes-base.webhook'
						? {
								...node,
								webhookId: path,
								parameters: { ...node.parameters, path, authentication: 'none' },
							}
						: node,
				),
		}),
	};
}
