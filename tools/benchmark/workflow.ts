import {
	connectInSequence,
	newNode,
	type StoredCredential,
	type Workflow,
} from '../../test/support/n8n';
import { type Destination, measuredNode, type Way } from './ways';

const makeItems = `const { items, run } = $input.first().json.body;
return Array.from({ length: items }, (_, index) => ({
	json: {
		contactId: 'contact-' + run + '-' + index,
		text: 'Message ' + index + ' of run ' + run + ': your order is on its way.',
	},
}));`;

/** Returns a workflow that responds to a webhook after the measured node has handled all items. */
export function workflowFor(
	path: string,
	way: Way,
	credential: StoredCredential,
	destination: Destination,
): Workflow {
	return {
		name: `${way.name} ${path}`,
		nodes: [
			{
				...newNode('Start', ['n8n-nodes-base.webhook', 2], {
					path,
					httpMethod: 'POST',
					responseMode: 'lastNode',
				}),
				webhookId: path,
			},
			newNode('Items', ['n8n-nodes-base.code', 2], { jsCode: makeItems }),
			// The first lost message must not stop the others.
			{ ...way.node(credential, destination), onError: 'continueRegularOutput' },
		],
		connections: connectInSequence('Start', 'Items', measuredNode),
		settings: { executionOrder: 'v1' },
	};
}
