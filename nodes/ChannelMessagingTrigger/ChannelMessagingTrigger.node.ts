import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { searchCustomFieldNames } from '../ChannelMessaging/methods/searchCustomFieldNames';
import { poll } from './poll';
import { triggerFields } from './triggerSettings';

export class ChannelMessagingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Channel Messaging Trigger',
		name: 'channelMessagingTrigger',
		icon: {
			light: 'file:../../icons/channelMessaging.svg',
			dark: 'file:../../icons/channelMessaging.dark.svg',
		},
		group: ['trigger'],
		version: [1],
		defaultVersion: 1,
		subtitle: '={{ $parameter["event"].replace(/[A-Z]/g, " $&").toLowerCase() }}',
		description: 'Send messages, ask questions, manage contacts, and react when contacts change',
		defaults: { name: 'Channel Messaging Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'channelMessagingApi', required: true }],
		properties: triggerFields,
	};

	methods = { listSearch: { searchCustomFieldNames } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
