import type { Browser } from 'playwright-core';
import type { Running } from '../running/running';
import { provideExamples } from '../start/exampleWorkflows';

/** The id under which n8n has each example, by the name of its folder. */
export type ImportedExamples = ReadonlyMap<string, string>;

/** What pictures are taken of. */
export interface Props {
	readonly browser: Browser;
	readonly running: Running;
	readonly examples: ImportedExamples;
}

/** Gives n8n all examples, with credentials under the names that n8n itself proposes. */
export async function importExamples(running: Running): Promise<ImportedExamples> {
	const { client, credential, service } = running;
	const openAi = await client.createCredential({
		name: 'OpenAI account',
		type: 'openAiApi',
		data: { apiKey: 'none', organizationId: '', url: service.url, header: false },
	});
	const examples = await provideExamples(client, [credential, openAi]);
	return new Map(examples.map(({ folder, id }) => [folder, id]));
}
