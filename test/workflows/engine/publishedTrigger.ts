import { PollContext } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeParameters,
	type IPollFunctions,
	Workflow,
} from 'n8n-workflow';
import { z } from 'zod';

import { ChannelMessagingTrigger } from '../../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node';
import { nodeTypes, triggerType } from './nodeTypes';
import { additionalDataOf, nodeName, workflowOf } from './runNode';

/** n8n-core's own types of this context are looser than those that n8n-workflow asks for. */
const contextSchema = z.custom<IPollFunctions>((value) => value instanceof PollContext);

/** A workflow of the trigger, as n8n has it in memory while it is published. */
export interface Publication {
	workflowId: string;
	credential: ICredentialDataDecryptedObject;
	parameters: INodeParameters;
	/** What n8n has stored of the node. */
	stored?: IDataObject;
}

/** Publishes the trigger in n8n's own engine: each poll gives its events, over real HTTP. */
export function publishTrigger({ workflowId, credential, parameters, stored }: Publication) {
	const workflowData = workflowOf({ credential, parameters });
	const nodes = workflowData.nodes
		.filter(({ name }) => name === nodeName)
		.map((node) => ({ ...node, type: triggerType }));
	const staticData = stored === undefined ? {} : { [`node:${nodeName}`]: structuredClone(stored) };
	const published = { ...workflowData, id: workflowId, nodes, connections: {}, staticData };
	const workflow = new Workflow({ ...published, nodeTypes });
	const node = workflow.getNode(nodeName);
	if (node === null) throw new Error('The workflow lacks the node');
	const additionalData = additionalDataOf({ credential, parameters }, published);
	const context = contextSchema.parse(
		new PollContext(workflow, node, additionalData, 'trigger', 'activate'),
	);
	const trigger = new ChannelMessagingTrigger();
	return {
		context,
		/** What n8n would store of the node now. */
		staticData: (): IDataObject => structuredClone({ ...workflow.getStaticData('node', node) }),
		poll: async () => {
			const output = await trigger.poll.call(context);
			return output?.[0]?.map(({ json }) => json) ?? null;
		},
	};
}
