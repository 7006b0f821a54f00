import { operations } from '../../../nodes/ChannelMessaging/operations';
import { nodeTypes } from '../engine/nodeTypes';
import { loadNode, workflowOf } from '../engine/runNode';

/** Returns the text that n8n shows below a node with this operation. */
function subtitleOf(resource: string, operation: string, options = {}): unknown {
	const parameters = { resource, operation, options };
	const { workflow, node } = loadNode(workflowOf({ credential: {}, parameters }));
	const { description } = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	return workflow.expression.getSimpleParameterValue(node, description.subtitle, 'internal', {});
}

it('the subtitle contains the operation and resource labels', () => {
	const labels = { contact: 'Contact', message: 'Message' };
	expect(operations.map(({ resource, value }) => subtitleOf(resource, value))).toEqual(
		operations.map(({ name, resource }) => `${name}: ${labels[resource]}`),
	);
});

it('the subtitle shows that Send is a test', () => {
	expect(subtitleOf('message', 'send', { checkWithoutSending: true })).toBe('Test: Send');
});
