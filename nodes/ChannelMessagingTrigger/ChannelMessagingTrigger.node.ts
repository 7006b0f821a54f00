import {
	type INodeExecutionData,
	type INodeType,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { searchCustomFieldNames } from '../ChannelMessaging/methods/customFieldNamePicker';
import { testCredential } from '../ChannelMessaging/methods/testCredential';
import type { HintedDescription } from '../ChannelMessaging/parameters/parameterTypes';
import { poll } from './poll';
import { eventNames, triggerFields } from './settings';

const fetchHelp =
	'<b>While you build your workflow</b>, fetch a test event: a contact that matches now. Nothing has to change for it.';

export class ChannelMessagingTrigger implements INodeType {
	description: HintedDescription = {
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
		builderHint: {
			searchHint:
				"Searches contacts by the value of a custom field, such as status = lead, at most once a minute, and starts the workflow with one item per event. It can't start when a contact writes a message: for that, use a Webhook node that the messaging service calls.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-channel-messaging.channelMessaging',
					relationHint:
						'Sends a message to the contact: set Contact to By ID with the id from the item',
				},
			],
		},
		eventTriggerDescription: '',
		activationMessage:
			'The workflow now checks for events at every poll. The first polls read the contacts that already match.',
		triggerPanel: {
			header: '',
			executionsHelp: {
				inactive: `${fetchHelp}<br /><br /><b>When your workflow is ready</b>, publish it. It then starts whenever a poll detects an event. You can find these executions in the <a data-key="executions">executions list</a>.`,
				active: `${fetchHelp}<br /><br /><b>Your workflow is published</b>, so it also starts whenever a poll detects an event. You can find these executions in the <a data-key="executions">executions list</a>.`,
			},
			activationHint:
				'Once your workflow is ready, publish it. It then starts whenever a poll detects an event.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'channelMessagingApi', required: true, testedBy: 'testCredential' }],
		properties: triggerFields,
	};

	methods = { credentialTest: { testCredential }, listSearch: { searchCustomFieldNames } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
