import { createEmptyRunExecutionData } from 'n8n-workflow';
import { ExecuteContext } from 'n8n-core';

import { ChannelMessaging } from '../../../nodes/ChannelMessaging/ChannelMessaging.node';
import { additionalDataOf, loadNode, type NodeInput, workflowOf } from './runNode';

/**
 * Calls the node as n8n's own agents do (`EphemeralNodeExecutor` in 2.41): without a workflow or an
 * execution, and with a new node for each call.
 */
export async function callAgentTool(input: NodeInput, callId: string) {
	const workflowData = workflowOf({ ...input, isTool: true });
	const { workflow, node } = loadNode(workflowData);
	Reflect.deleteProperty(workflow, 'id');
	const agentNode = { ...node, id: callId };
	const items = (input.items ?? [{}]).map((json) => ({ json }));
	const data = { main: [items] };
	const additionalData = additionalDataOf(input, workflowData);
	Reflect.deleteProperty(additionalData, 'executionId');
	const context = new ExecuteContext(
		workflow,
		agentNode,
		additionalData,
		'internal',
		createEmptyRunExecutionData(),
		0,
		items,
		data,
		{ node: agentNode, data, source: null },
		[],
	);
	const [output = []] = await new ChannelMessaging().execute.call(context as never);
	return output;
}
