import { Workflow } from 'n8n-workflow';

import { operations } from '../../../nodes/ChannelMessaging/operations';
import { nodeTypes } from '../engine/nodeTypes';
import { nodeName, workflowOf } from '../engine/runNode';

/** Returns the text that n8n shows below a node with this operation. */
function subtitleOf(resource: string, operation: string, options = {}): unknown {
	const workflow = new Workflow({
		...workflowOf({ credential: {}, parameters: { resource, operation, options } }),
		nodeTypes,
	});
	const node = workflow.getNode(nodeName);
	if (node === null) throw new Error('The workflow does not contain the node');
	const { description } = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	return workflow.expression.getSimpleParameterValue(node, description.subtitle, 'internal', {});
}

it('the subtitle contains the labels of the operation and the resource', () => {
	const labels = { contact: 'Contact', message: 'Message' };
	expect(operations.map(({ resource, value }) => subtitleOf(resource, value))).toEqual(
		operations.map(({ name, resource }) => `${name}: ${labels[resource]}`),
	);
});

it('the subtitle says that Send is a test', () => {
	expect(subtitleOf('message', 'send', { checkWithoutSending: true })).toBe('Test: Send');
});
