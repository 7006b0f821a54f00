import { channelMessagingNode } from '../../support/fixtures/nodeWorkflow';
import { contact, contactOperation } from '../../support/fixtures/parameters';
import { createPostgresCredential } from '../../support/fixtures/servers';
import { connectInSequence, newNode, type Workflow, type WorkflowNode } from '../../support/n8n';
import { readExample, withCredentials } from '../examples/exampleFiles';
import type { QueueMode } from './queueMode';

export const waitNode = 'Wait';
export const upsertNode = 'Create or Update';

/**
 * Returns the workflow of "Create or Update on several workers" in docs/scaling.md, after creating
 * its table. Its webhook receives a `phone`.
 */
export async function claimedContactWorkflow(
	{ client, credential, postgres }: QueueMode,
	path: string,
): Promise<Workflow> {
	const database = await createPostgresCredential(client, postgres);
	const example = readExample('send-once-across-workers');
	const copiedNode = (name: string): WorkflowNode => {
		const node = example.nodes.find((each) => each.name === name);
		if (node === undefined) throw new Error(`The example has no node "${name}"`);
		return withCredentials(node, [database]);
	};
	const [start, createTable] = ['Before the first execution', 'Create table'];
	const upsert = contactOperation('upsert', {
		fieldName: contact('phone', 'list'),
		fieldValue: "={{ $('Webhook').item.json.body.phone }}",
	});
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	const workflow: Workflow = {
		name: 'Claimed contact',
		nodes: [
			copiedNode(start),
			copiedNode(createTable),
			{
				...newNode('Webhook', ['n8n-nodes-base.webhook', 2], { path, httpMethod: 'POST' }),
				webhookId: path,
			},
			withKey(copiedNode('Claim key'), "={{ [ 'contact ' + $json.body.phone ] }}"),
			newNode('If', ['n8n-nodes-base.if', 2.2], { conditions: hasKey }),
			{
				...newNode(waitNode, ['n8n-nodes-base.wait', 1.1], { amount: 1, unit: 'minutes' }),
				webhookId: `${path}-wait`,
			},
			{ ...channelMessagingNode(upsert, {}, credential), name: upsertNode },
		],
		connections: {
			...connectInSequence(start, createTable),
			...connectInSequence('Webhook', 'Claim key', 'If'),
			If: { main: [to(upsertNode), to(waitNode)] },
			...connectInSequence(waitNode, upsertNode),
		},
		settings: { executionOrder: 'v1' },
	};
	const { status, error } = await client.runWorkflow(workflow);
	if (status !== 'success')
		throw new Error(`The table was not created: ${error?.message ?? status}`);
	return workflow;
}

const hasKey = {
	combinator: 'and',
	conditions: [
		{
			leftValue: '={{ $json.key }}',
			rightValue: '',
			operator: { type: 'string', operation: 'exists', singleValue: true },
		},
	],
	options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
};

function withKey(node: WorkflowNode, queryReplacement: string): WorkflowNode {
	const options = { ...(node.parameters['options'] as object), queryReplacement };
	return { ...node, parameters: { ...node.parameters, options } };
}
