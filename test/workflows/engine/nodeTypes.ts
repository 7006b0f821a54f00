import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	NodeConnectionTypes,
	NodeHelpers,
	type IVersionedNodeType,
} from 'n8n-workflow';
import { z } from 'zod';

import { ChannelMessaging } from '../../../nodes/ChannelMessaging/ChannelMessaging.node';

/** Where a workflow begins: its items are pinned, so it does nothing itself. */
class Start implements INodeType {
	description = {
		displayName: 'Start',
		name: 'start',
		group: ['input' as const],
		version: 1,
		description: 'Gives the items pinned to it',
		defaults: { name: 'Start' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	execute() {
		return Promise.resolve([[]]);
	}
}

/** Calls its tool with each item that it gets, one after the other, as a model might. */
class Agent implements INodeType {
	description = {
		displayName: 'Agent',
		name: 'agent',
		group: ['transform' as const],
		version: 1,
		description: 'Calls its tool with what the items hold',
		defaults: { name: 'Agent' },
		inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const connected = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
		const [tool] = z.array(z.custom<Tool>(isTool)).parse(connected);
		const output: INodeExecutionData[] = [];
		for (const [item, { json }] of this.getInputData().entries()) {
			const answer = await tool?.invoke(json).catch((error: unknown) => `Failed: ${String(error)}`);
			output.push({ json: { answer }, pairedItem: { item } });
		}
		return [output];
	}
}

/** What n8n makes of a node for an agent. */
interface Tool {
	invoke(input: IDataObject): Promise<string>;
}

function isTool(value: unknown): boolean {
	return typeof value === 'object' && value !== null && 'invoke' in value;
}

/** The node as a tool, as n8n derives it from a node that is usable as one. */
class ChannelMessagingTool extends ChannelMessaging {
	constructor() {
		super();
		this.description = {
			...this.description,
			name: 'channelMessagingTool',
			inputs: [],
			outputs: [NodeConnectionTypes.AiTool],
		};
	}
}

export const startType = 'test.start';
export const agentType = 'test.agent';
export const channelMessagingType = 'n8n-nodes-channel-messaging.channelMessaging';
export const channelMessagingToolType = 'n8n-nodes-channel-messaging.channelMessagingTool';

const types: Record<string, INodeType | IVersionedNodeType> = {
	[startType]: new Start(),
	[agentType]: new Agent(),
	[channelMessagingType]: new ChannelMessaging(),
	[channelMessagingToolType]: new ChannelMessagingTool(),
};

function typeOf(name: string): INodeType | IVersionedNodeType {
	const type = types[name];
	if (type === undefined) throw new Error(`The tests have no node type ${name}`);
	return type;
}

export const nodeTypes: INodeTypes = {
	getByName: typeOf,
	getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(typeOf(name), version),
	getKnownTypes: () => ({}),
};
