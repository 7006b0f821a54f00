import { PollContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeParameters,
	IPollFunctions,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { z } from 'zod';

import { ChannelMessagingTrigger } from '../../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node';
import { triggerType } from './nodeTypes';
import { additionalDataOf, loadNode, nodeName, workflowOf } from './runNode';

/** n8n-core types this context more loosely than n8n-workflow. */
const contextSchema = z.custom<IPollFunctions>((value) => value instanceof PollContext);

/** A published workflow with the trigger. */
export interface Publication {
	workflowId: string;
	credential: ICredentialDataDecryptedObject;
	parameters: INodeParameters;
	/** The static data of the node that n8n has saved. */
	storedData?: IDataObject;
	activation?: WorkflowActivateMode;
	mode?: 'manual' | 'trigger';
	/** The result of `getPollBudgetMs` in polls of n8n's durable scheduler. */
	pollBudgetMs?: number;
}

/** Publishes the trigger in n8n's engine. Polls return their events, and use real HTTP. */
export function publishTrigger({
	workflowId,
	credential,
	parameters,
	storedData,
	activation = 'activate',
	mode = 'trigger',
	pollBudgetMs,
}: Publication) {
	const workflowData = workflowOf({ credential, parameters });
	const nodes = workflowData.nodes
		.filter(({ name }) => name === nodeName)
		.map((node) => ({ ...node, type: triggerType }));
	const staticData =
		storedData === undefined ? {} : { [`node:${nodeName}`]: structuredClone(storedData) };
	const published = { ...workflowData, id: workflowId, nodes, connections: {}, staticData };
	const { workflow, node } = loadNode(published);
	const additionalData = additionalDataOf({ credential, parameters }, published);
	const context = contextSchema.parse(
		Object.assign(
			new PollContext(workflow, node, additionalData, mode, activation),
			pollBudgetMs === undefined ? {} : { getPollBudgetMs: () => pollBudgetMs },
		),
	);
	const trigger = new ChannelMessagingTrigger();
	return {
		context,
		/** Returns the static data that n8n would save now. */
		staticData: (): IDataObject => structuredClone({ ...workflow.getStaticData('node', node) }),
		poll: async () => {
			const output = await trigger.poll.call(context);
			return output?.[0]?.map(({ json }) => json) ?? null;
		},
	};
}
