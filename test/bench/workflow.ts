import { inARow, type StoredCredential, type Workflow } from '../n8n';
import type { Destination, Way } from './ways';

/** The node that is measured. */
export const measuredNode = 'Send';

const makeItems = `const { items, run } = $input.first().json.body;
return Array.from({ length: items }, (_, index) => ({
	json: {
		contactId: 'contact-' + run + '-' + index,
		text: 'Message ' + index + ' of run ' + run + ': your order is on its way.',
	},
}));`;

/** A webhook, items that all differ, and the node under test; n8n answers when all is done. */
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
				name: 'Start',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				position: [0, 0],
				webhookId: path,
				parameters: { path, httpMethod: 'POST', responseMode: 'lastNode' },
			},
			{
				name: 'Items',
				type: 'n8n-nodes-base.code',
				typeVersion: 2,
				position: [220, 0],
				parameters: { jsCode: makeItems },
			},
			{
				...way.node(credential, destination),
				name: measuredNode,
				position: [440, 0],
				// What is lost shall be counted, not stop the rest.
				onError: 'continueRegularOutput',
			},
		],
		connections: inARow('Start', 'Items', measuredNode),
		settings: { executionOrder: 'v1' },
	};
}
