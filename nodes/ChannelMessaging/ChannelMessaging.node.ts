import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type IWebhookDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { execute } from './execution/execute';
import { searchContacts } from './methods/contactPicker';
import { searchCustomFieldNames } from './methods/customFieldNamePicker';
import { testCredential } from './methods/testCredential';
import { operationFields } from './operations';
import { hintsBeforeExecution } from './operations/hintsBeforeExecution';
import { subtitle } from './operations/subtitle';
import type { HintedDescription } from './parameters/parameterTypes';
import { handleWebhook } from './sendAndWait/webhook';

/** GET shows the question page, and POST submits the answer. */
const linkWebhooks = (['GET', 'POST'] as const).map(
	(httpMethod): IWebhookDescription => ({
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		responseData: '',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	}),
);

export class ChannelMessaging implements INodeType {
	description: HintedDescription = {
		displayName: 'Channel Messaging',
		name: 'channelMessaging',
		icon: {
			light: 'file:../../icons/channelMessaging.svg',
			dark: 'file:../../icons/channelMessaging.dark.svg',
		},
		group: ['output'],
		version: [1],
		defaultVersion: 1,
		subtitle,
		// The node panel shows the trigger's description for both nodes, so both use the same text.
		description: 'Send messages, ask questions, manage contacts, and react when contacts change',
		documentationUrl:
			'https://github.com/n8n-nodes-channel-messaging/n8n-nodes-channel-messaging#readme',
		defaults: { name: 'Channel Messaging' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"Connect all items at once: the node respects the rate limit, retries, and keeps the order of messages to the same contact, so no loop, batching, or Wait node is needed. To reach a phone number or an email address, use that mode of Contact; no search is needed. With onError 'continueErrorOutput', failed items are returned at the second output. To send to each contact only once across executions, use the option Send Once per Contact; to send once per event, such as an order, use Send Once per Key. The node can't receive messages.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-channel-messaging.channelMessagingTrigger',
					relationHint:
						'Starts the workflow when a contact starts matching, stops matching, or changes',
				},
				{
					nodeType: 'n8n-nodes-base.splitOut',
					relationHint: 'Converts a list of recipients into one item per message',
				},
				{
					nodeType: 'n8n-nodes-base.if',
					relationHint: 'Branches on data.approved after Send and Wait for Response',
				},
				{
					nodeType: '@n8n/n8n-nodes-langchain.agent',
					relationHint: 'Calls the node as a tool',
				},
				{
					nodeType: '@n8n/n8n-nodes-langchain.mcpTrigger',
					relationHint: 'Offers the node as a tool to MCP clients',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'channelMessagingApi', required: true, testedBy: 'testCredential' }],
		webhooks: linkWebhooks,
		waitingNodeTooltip:
			'={{ $parameter["operation"] === "sendAndWait" ? "The execution continues when the contact answers" : "" }}',
		hints: hintsBeforeExecution,
		properties: operationFields,
	};

	methods = {
		credentialTest: { testCredential },
		listSearch: { searchContacts, searchCustomFieldNames },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await Promise.resolve(handleWebhook(this));
	}
}
