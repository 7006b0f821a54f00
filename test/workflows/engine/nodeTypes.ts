import {
	type INodeType,
	type INodeTypes,
	NodeConnectionTypes,
	NodeHelpers,
	type IVersionedNodeType,
} from 'n8n-workflow';

import { ChannelMessaging } from '../../../nodes/ChannelMessaging/ChannelMessaging.node';
import { ChannelMessagingTrigger } from '../../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node';

/** A trigger whose output is pinned. */
class Start implements INodeType {
	description = {
		displayName: 'Start',
		name: 'start',
		group: ['input' as const],
		version: 1,
		description: 'Returns pinned items',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	execute() {
		return Promise.resolve([[]]);
	}
}

/** The node as a tool of an agent. Its output is a main one, so that tests can read it. */
class ChannelMessagingTool extends ChannelMessaging {
	constructor() {
		super();
		this.description = { ...this.description, name: `${this.description.name}Tool` };
	}
}

export const startType = 'test.start';
export const channelMessagingType = 'n8n-nodes-channel-messaging.channelMessaging';
export const toolType = `${channelMessagingType}Tool`;
export const triggerType = 'n8n-nodes-channel-messaging.channelMessagingTrigger';

const types: Record<string, INodeType | IVersionedNodeType> = {
	[startType]: new Start(),
	[channelMessagingType]: new ChannelMessaging(),
	[toolType]: new ChannelMessagingTool(),
	[triggerType]: new ChannelMessagingTrigger(),
};

function typeOf(name: string): INodeType | IVersionedNodeType {
	const type = types[name];
	if (type === undefined) throw new Error(`Tests have no node type ${name}`);
	return type;
}

export const nodeTypes: INodeTypes = {
	getByName: typeOf,
	getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(typeOf(name), version),
	getKnownTypes: () => ({}),
};
