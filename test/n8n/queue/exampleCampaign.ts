import { loopback } from '../../support/n8n';
import { readExample, withCredentials } from '../examples/exampleFiles';
import { type CampaignPlan, sharedMessages } from './campaign';
import type { QueueMode } from './queueMode';

/** The example that sends once across workers, with its table in the PostgreSQL of this n8n. */
export async function exampleCampaign({ client, postgres }: QueueMode): Promise<CampaignPlan> {
	const database = await client.createCredential({
		name: 'PostgreSQL',
		type: 'postgres',
		data: {
			host: loopback,
			port: postgres.port,
			database: postgres.database,
			user: postgres.user,
			// It asks for none, but n8n's form wants one.
			password: 'none',
			ssl: 'disable',
			// Sums up over the workers, and PostgreSQL has a bound.
			maxConnections: 5,
			sshTunnel: false,
		},
	});
	const example = readExample('send-once-across-workers');
	const nodes = example.nodes.map((node) => withCredentials(node, [database]));
	// As its description asks for: run once by hand, from the only trigger that waits for that.
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
						? { ...node, webhookId: path, parameters: { ...node.parameters, path } }
						: node,
				),
		}),
	};
}
