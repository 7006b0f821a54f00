import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	type NodeHint,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { execute } from './execution/execute';
import { searchContacts, searchCustomFieldNames } from './methods/listSearch';
import { operationFields, subtitle } from './operations';
import { localHost } from './sendAndWait/question';
import { handleWebhook } from './sendAndWait/webhook';

/** The webhooks of a question: GET shows the page, and POST submits the answer. */
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

/** The tooltip of a waiting node. Node hints can't warn of the address: they don't know the URL. */
const waitingTooltip = `={{ $parameter["operation"] !== "sendAndWait" ? "" : ${String(localHost)}.test($execution.resumeUrl) ? "The link in the message leads to localhost, which the contact's device can't open. Set WEBHOOK_URL to the public address of n8n." : "The execution continues when the contact answers" }}`;

/** Warns before the execution, because the operation rejects several items. */
const severalItemsHint: NodeHint = {
	message:
		"This operation takes one item at a time. Put the node into 'Loop Over Items' with a batch size of 1.",
	type: 'warning',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: '={{ $parameter["operation"] === "sendAndWait" && $input.all().length > 1 }}',
};

/** Adds the hint that n8n's AI builder reads since n8n 2.41. Older releases ignore it. */
interface DescriptionForBuilder extends INodeTypeDescription {
	builderHint: { searchHint: string };
}

export class ChannelMessaging implements INodeType {
	description: DescriptionForBuilder = {
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
		// n8n's node panel shows the trigger's description for both nodes, so both have the same one.
		description: 'Send messages, ask questions, manage contacts, and react when contacts change',
		documentationUrl:
			'https://github.com/n8n-nodes-channel-messaging/n8n-nodes-channel-messaging#readme',
		defaults: { name: 'Channel Messaging' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Give it all items at once: it keeps the rate limit, retries and keeps the order by itself, so no loop, batching or wait is needed. To send to a phone number or email, choose that mode of Contact; no search is needed before. With onError "continueErrorOutput", items that failed leave by the second output. To send a message only once across executions, set the option Send Once per Key. It cannot receive messages.',
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'channelMessagingApi', required: true }],
		webhooks: linkWebhooks,
		waitingNodeTooltip: waitingTooltip,
		hints: [severalItemsHint],
		properties: operationFields,
	};

	methods = { listSearch: { searchContacts, searchCustomFieldNames } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await Promise.resolve(handleWebhook(this));
	}
}
