import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Returns an ID that stays the same in all calls of a tool. n8n's own agents (since 2.41) execute
 * tools outside of workflows, creating a node with a random ID for each call.
 */
export function toolNodeId(context: Pick<IExecuteFunctions, 'getNode' | 'getWorkflow'>): string {
	const { id, name, parameters } = context.getNode();
	const workflowId: string | undefined = context.getWorkflow().id;
	return workflowId === undefined ? JSON.stringify([name, parameters]) : id;
}
