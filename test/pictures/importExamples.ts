import { exampleNames, readExample, withCredentials } from '../examples/exampleFolder';
import type { NewCredential } from '../n8n';
import type { Stage } from '../ui/fixture/stage';

/** The id under which n8n has each example, by the name of its folder. */
export type ImportedExamples = ReadonlyMap<string, string>;

/** Gives n8n all examples, with credentials under the names that n8n itself proposes. */
export async function importExamples({ client, service }: Stage): Promise<ImportedExamples> {
	const wanted: readonly NewCredential[] = [
		{
			name: 'Channel Messaging account',
			type: 'channelMessagingApi',
			data: {
				baseUrl: service.url,
				token: service.token,
				channelType: 'other',
				messagesPerSecond: 25,
				contactCallsPerMinute: 100,
			},
		},
		{
			name: 'OpenAI account',
			type: 'openAiApi',
			data: { apiKey: 'none', organizationId: '', url: service.url, header: false },
		},
		{
			name: 'Postgres account',
			type: 'postgres',
			data: { host: 'localhost', database: 'postgres', user: 'postgres', password: 'none' },
		},
	];
	const credentials = await Promise.all(
		wanted.map(async (credential) => await client.createCredential(credential)),
	);
	const imported = new Map<string, string>();
	for (const name of await exampleNames()) {
		const workflow = await readExample(name);
		const nodes = workflow.nodes.map((node) => withCredentials(node, credentials));
		const { id } = await client.createWorkflow({ ...workflow, nodes });
		imported.set(name, id);
	}
	return imported;
}
