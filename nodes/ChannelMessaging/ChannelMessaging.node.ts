import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { execute } from './execution/execute';
import { searchContacts } from './methods/searchContacts';
import { searchCustomFieldNames } from './methods/searchCustomFieldNames';
import { operationFields } from './operations/operationFields';

/** With what the AI builder of newer n8n (2.41) reads; older releases pass over it. */
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
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Send messages to contacts of a messaging channel, and create, find, update and tag contacts',
		defaults: { name: 'Channel Messaging' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Give it all items at once: it keeps the rate limit, retries and keeps the order by itself, so no loop, batching or wait is needed. To send to a phone number or email, choose that mode of Contact; no search is needed before. With onError "continueErrorOutput", items that failed leave by the second output. To send a message only once across executions, set the option Send Once Per Key. It cannot receive messages.',
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'channelMessagingApi', required: true }],
		properties: operationFields,
	};

	methods = { listSearch: { searchContacts, searchCustomFieldNames } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this)];
	}
}
