import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
	readWorkflow,
	type Release,
	releases,
	type StoredCredential,
	type Workflow,
	type WorkflowNode,
} from '../../support/n8n';
import { repository } from '../../support/repository';

export const examplesFolder = join(repository, 'examples');

/** In alphabetical order. */
export function exampleNames(): readonly string[] {
	return readdirSync(examplesFolder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name)
		.sort();
}

export function workflowFiles(name: string): readonly string[] {
	return readdirSync(join(examplesFolder, name))
		.filter((file) => file.endsWith('.json'))
		.sort();
}

/** Returns a workflow of an example. Default: its first one. */
export function readExample(name: string, file = 'workflow.json'): Workflow {
	return readWorkflow(join(examplesFolder, name, file));
}

/** The credential types of the nodes in the examples. */
const credentialTypes: Readonly<Record<string, string>> = {
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
	'@n8n/n8n-nodes-langchain.mcpTrigger': 'httpBearerAuth',
	'n8n-nodes-base.googleCalendar': 'googleCalendarOAuth2Api',
	'n8n-nodes-base.googleDrive': 'googleDriveOAuth2Api',
	'n8n-nodes-base.googleSheets': 'googleSheetsOAuth2Api',
	'n8n-nodes-base.postgres': 'postgres',
	'n8n-nodes-base.shopifyTrigger': 'shopifyAccessTokenApi',
	'n8n-nodes-base.webhook': 'httpHeaderAuth',
	'n8n-nodes-base.wooCommerceTrigger': 'wooCommerceApi',
	'n8n-nodes-channel-messaging.channelMessaging': 'channelMessagingApi',
	'n8n-nodes-channel-messaging.channelMessagingTool': 'channelMessagingApi',
	'n8n-nodes-channel-messaging.channelMessagingTrigger': 'channelMessagingApi',
};

/** Returns the type of the credential that a node of an example requires. */
export function credentialTypeOf({ type, parameters }: WorkflowNode): string | undefined {
	const usesHeader =
		parameters['incomingAuthentication'] === 'headerAuth' ||
		parameters['genericAuthType'] === 'httpHeaderAuth';
	return usesHeader ? 'httpHeaderAuth' : credentialTypes[type];
}

/**
 * Returns a node with a credential of its type. The files contain no credentials, so that the canvas
 * shows where users have to select one.
 */
export function withCredentials(
	node: WorkflowNode,
	stored: readonly Pick<StoredCredential, 'id' | 'name' | 'type'>[],
): WorkflowNode {
	const chosen = stored.find(({ type }) => type === credentialTypeOf(node));
	if (chosen === undefined) return node;
	const { id, name, type } = chosen;
	return { ...node, credentials: { [type]: { id, name } } };
}

/** The oldest release with all nodes of an example, if it isn't the oldest tested one. */
const firstRelease: Readonly<Record<string, Release>> = {
	// The data table node of earlier releases can't create a table or select one by name.
	'agent-that-answers': releases['n8n-2.8.4'],
};

export function runsIn(release: Release, example: string): boolean {
	const first = firstRelease[example];
	const byAge: readonly Release[] = Object.values(releases);
	return first === undefined || byAge.indexOf(release) >= byAge.indexOf(first);
}
