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

export class ChannelMessaging implements INodeType {
	description: INodeTypeDescription = {
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
