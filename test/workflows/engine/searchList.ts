import { LoadOptionsContext } from 'n8n-core';
import { type ICredentialDataDecryptedObject, type INodeParameters, Workflow } from 'n8n-workflow';
import { z } from 'zod';

import { ChannelMessaging } from '../../../nodes/ChannelMessaging/ChannelMessaging.node';
import { nodeTypes } from './nodeTypes';
import { additionalDataOf, nodeName, workflowOf } from './runNode';

const listSchema = z.object({
	results: z.array(z.object({ name: z.string(), value: z.string() })),
	paginationToken: z.string().optional(),
});

/** A list that somebody opens in the editor. */
export interface ListSearch {
	credential: ICredentialDataDecryptedObject;
	/** What the node's form holds at that moment. */
	parameters: INodeParameters;
	method: keyof ChannelMessaging['methods']['listSearch'];
	/** What was typed into the list's search. */
	filter?: string;
	/** Where the last page said that the next one begins. */
	paginationToken?: string;
}

/** Asks the node for a list as the editor does, by n8n's own engine, over real HTTP. */
export async function searchList(search: ListSearch): Promise<z.infer<typeof listSchema>> {
	const { credential, parameters, method, filter, paginationToken } = search;
	const workflowData = workflowOf({ credential, parameters });
	const workflow = new Workflow({ ...workflowData, nodeTypes });
	const node = workflow.getNode(nodeName);
	if (node === null) throw new Error('The workflow lacks the node');
	const additionalData = {
		...additionalDataOf({ credential, parameters }, workflowData),
		currentNodeParameters: parameters,
	};
	const context = new LoadOptionsContext(workflow, node, additionalData, '');
	const list = new ChannelMessaging().methods.listSearch[method];
	// n8n-core's own types of this context are looser than those that n8n-workflow asks for.
	return listSchema.parse(await Reflect.apply(list, context, [filter, paginationToken]));
}
