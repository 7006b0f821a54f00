import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type IWebhookDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	type NodeHint,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { execute } from './execution/execute';
import { searchContacts } from './methods/searchContacts';
import { searchCustomFieldNames } from './methods/searchCustomFieldNames';
import { testCredential } from './methods/testCredential';
import { operationFields } from './operations';
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

/** Shown in the editor if *Send and Wait for Response* has more than one input item. */
const severalItemsHint: NodeHint = {
	message:
		"Accepts one item at a time. Use 'Loop Over Items' (one after another) or 'Execute Sub-workflow' (at the same time).",
	type: 'warning',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: '={{ $parameter["operation"] === "sendAndWait" && $input.all().length > 1 }}',
};

/**
 * This isn't a warning, because sending several messages to one person can be intentional. But if
 * *Contact* still has a fixed value from testing, one person receives every message.
 */
const fixedContactHint: NodeHint = {
	message:
		"All items go to the same contact, because 'Contact' is fixed. To send each item to its own contact, drag a field of the input onto 'Contact'.",
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition:
		'={{ $parameter["operation"] === "send" && $input.all().length > 1 && !!$rawParameter["contactId"] && !String($rawParameter["contactId"]).startsWith("=") }}',
};

/**
 * The list of options is long, so users often find the test only after they have sent their
 * messages.
 */
const testFirstHint: NodeHint = {
	message:
		"Sends one message per item. To check the messages first, add the option 'Test Without Sending'. For a campaign, also add 'Send Once per Contact'.",
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition:
		'={{ $parameter["operation"] === "send" && $input.all().length > 1 && String($rawParameter["contactId"]).startsWith("=") && $parameter["options"]?.["checkWithoutSending"] === undefined }}',
};

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
		hints: [severalItemsHint, fixedContactHint, testFirstHint],
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
