import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { searchCustomFieldNames } from '../ChannelMessaging/methods/listSearch';
import { poll } from './poll';
import { eventNames, triggerFields } from './settings';

const fetchHelp =
	'<b>While you build your workflow</b>, fetch a test event: a contact that matches now. Nothing has to change for it.';

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
		subtitle: `={{ (${JSON.stringify(eventNames)})[$parameter["event"]] }}`,
		description: 'Send messages, ask questions, manage contacts, and react when contacts change',
		documentationUrl:
			'https://github.com/n8n-nodes-channel-messaging/n8n-nodes-channel-messaging/blob/main/docs/trigger.md',
		defaults: { name: 'Channel Messaging Trigger' },
		polling: true,
		eventTriggerDescription: '',
		activationMessage:
			'The workflow now checks for events at every poll. The first polls read the contacts that already match.',
		triggerPanel: {
			header: '',
			executionsHelp: {
				inactive: `${fetchHelp}<br /><br /><b>When your workflow is ready</b>, publish it. It then starts at the poll that detects an event. You find these executions in the <a data-key="executions">executions list</a>.`,
				active: `${fetchHelp}<br /><br /><b>Your workflow is published</b>, so it also starts at each poll that detects an event. You find these executions in the <a data-key="executions">executions list</a>.`,
			},
			activationHint:
				'Once your workflow is ready, publish it. It then starts at the poll that detects an event.',
		},
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
