import { LoadOptionsContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { z } from 'zod';

import { ChannelMessaging } from '../../../nodes/ChannelMessaging/ChannelMessaging.node';
import { additionalDataOf, loadNode, workflowOf } from './runNode';

const listSchema = z.object({
	results: z.array(z.object({ name: z.string(), value: z.string() })),
	paginationToken: z.string().optional(),
});

/** A request of the editor for a list. */
interface ListSearch {
	credential: ICredentialDataDecryptedObject;
	/** The current parameters of the node. */
	parameters: INodeParameters;
	method: keyof ChannelMessaging['methods']['listSearch'];
	/** The text in the search field. */
	filter?: string;
	/** The token from the previous page. */
	paginationToken?: string;
}

/** Requests a list as the editor does, in n8n's engine and with real HTTP. */
export async function searchList(search: ListSearch): Promise<z.infer<typeof listSchema>> {
	const { credential, parameters, method, filter, paginationToken } = search;
	const workflowData = workflowOf({ credential, parameters });
	const { workflow, node } = loadNode(workflowData);
	const additionalData = {
		...additionalDataOf({ credential, parameters }, workflowData),
		currentNodeParameters: parameters,
	};
	const context = new LoadOptionsContext(workflow, node, additionalData, '');
	const list = new ChannelMessaging().methods.listSearch[method];
	// n8n-core types this context more loosely than n8n-workflow.
	return listSchema.parse(await Reflect.apply(list, context, [filter, paginationToken]));
}
