import {
	credentialTypeOf,
	exampleNames,
	readExample,
	withCredentials,
	workflowFiles,
} from '../../test/n8n/examples/exampleFiles';
import type { StoredCredential } from '../../test/support/n8n';
import type { TestEnvironment } from '../../test/support/fixtures/testEnvironment';
import { canvasPicture } from './canvas';
import type { Window } from './window';

/** Credentials by type, which all pictures share. */
export type Credentials = Map<string, StoredCredential>;

/** The fields that any of the types requires. n8n ignores the others. */
const sampleData = {
	...{ apiKey: 'sample', accessToken: 'sample', appSecretKey: 'sample', shopSubdomain: 'sample' },
	...{ consumerKey: 'sample', consumerSecret: 'sample', url: 'https://shop.example.com' },
	...{ clientId: 'sample', clientSecret: 'sample', name: 'X-Api-Key', value: 'sample' },
	...{ token: 'sample', host: '127.0.0.1', database: 'sample', user: 'sample', password: '' },
};

/** Adds the missing credentials of the types, so that n8n doesn't mark nodes as incomplete. */
async function addCredentials(
	{ client }: TestEnvironment,
	types: readonly (string | undefined)[],
	credentials: Credentials,
): Promise<void> {
	for (const type of types) {
		if (type === undefined || credentials.has(type)) continue;
		credentials.set(type, await client.createCredential({ name: type, type, data: sampleData }));
	}
}

/** An example's workflow, and the name of its picture: `workflow.json` has `workflow.png`. */
export function exampleWorkflows(): readonly (readonly [example: string, file: string])[] {
	return exampleNames().flatMap((example) =>
		workflowFiles(example).map((file) => [example, file] as const),
	);
}

/** Returns a picture of an example in the editor, after its import. */
export async function examplePicture(
	window: Window,
	[example, file]: readonly [example: string, file: string],
	credentials: Credentials,
): Promise<Buffer> {
	const { editor, environment } = window;
	const workflow = readExample(example, file);
	await addCredentials(environment, workflow.nodes.map(credentialTypeOf), credentials);
	const stored = [...credentials.values()];
	const nodes = workflow.nodes.map((node) => withCredentials(node, stored));
	const { id } = await environment.client.createWorkflow({ ...workflow, nodes, pinData: {} });
	await window.setSize(1700, 1100);
	await editor.openWorkflow(id);
	return await canvasPicture(editor.page);
}
