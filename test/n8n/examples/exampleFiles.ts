import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
	readWorkflow,
	type StoredCredential,
	type Workflow,
	type WorkflowNode,
} from '../../support/n8n';
import { repository } from '../../support/repository';

/** Where the examples are, each in a folder of its own. */
export const examplesFolder = join(repository, 'examples');

/** The names of all examples' folders, in alphabetical order. */
export function exampleNames(): readonly string[] {
	return readdirSync(examplesFolder, { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name)
		.sort();
}

/** Reads the workflow of an example, as somebody would import it. */
export function readExample(name: string): Workflow {
	return readWorkflow(join(examplesFolder, name, 'workflow.json'));
}

/** What the nodes of the examples sign in with. */
const credentialTypes: Readonly<Record<string, string>> = {
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
	'@n8n/n8n-nodes-langchain.mcpTrigger': 'httpBearerAuth',
	'n8n-nodes-base.googleCalendar': 'googleCalendarOAuth2Api',
	'n8n-nodes-base.googleDrive': 'googleDriveOAuth2Api',
	'n8n-nodes-base.googleSheets': 'googleSheetsOAuth2Api',
	'n8n-nodes-base.postgres': 'postgres',
	'n8n-nodes-base.shopifyTrigger': 'shopifyAccessTokenApi',
	'n8n-nodes-base.wooCommerceTrigger': 'wooCommerceApi',
	'n8n-nodes-channel-messaging.channelMessaging': 'channelMessagingApi',
	'n8n-nodes-channel-messaging.channelMessagingTool': 'channelMessagingApi',
	'n8n-nodes-channel-messaging.channelMessagingTrigger': 'channelMessagingApi',
};

/**
 * Chooses the credential of a node, as whoever imports an example does. The files name none, so that
 * the editor says on the canvas where one has to be chosen.
 */
export function withCredentials(
	node: WorkflowNode,
	stored: readonly Pick<StoredCredential, 'id' | 'name' | 'type'>[],
): WorkflowNode {
	const chosen = stored.find(({ type }) => type === credentialTypes[node.type]);
	if (chosen === undefined) return node;
	const { id, name, type } = chosen;
	return { ...node, credentials: { [type]: { id, name } } };
}
