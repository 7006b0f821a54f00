import { Workflow } from 'n8n-workflow';

import { operations } from '../../nodes/ChannelMessaging/operations';
import { nodeTypes } from './engine/nodeTypes';
import { nodeName, workflowOf } from './engine/runNode';

/** Returns the text that n8n shows below a node with this operation. */
function subtitleOf(resource: string, operation: string): unknown {
	const workflow = new Workflow({
		...workflowOf({ credential: {}, parameters: { resource, operation } }),
		nodeTypes,
	});
	const node = workflow.getNode(nodeName);
	if (node === null) throw new Error('The workflow has no such node');
	const { description } = nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	return workflow.expression.getSimpleParameterValue(node, description.subtitle, 'internal', {});
}

it.each(operations)('the subtitle contains the labels of $value: $resource', (operation) => {
	const label = operation.resource === 'contact' ? 'Contact' : 'Message';
	expect(subtitleOf(operation.resource, operation.value)).toBe(`${operation.name}: ${label}`);
});

it('the subtitle of Create or Update reads as its action does', () => {
	expect(subtitleOf('contact', 'upsert')).toBe('Create or Update: Contact');
});
