import type { INodeParameters } from 'n8n-workflow';
import { channelMessagingNode, type NodeSettings } from '../../test/support/fixtures/nodeWorkflow';
import { contact, send } from '../../test/support/fixtures/parameters';
import { connectInSequence, newNode, type Workflow } from '../../test/support/n8n';
import type { Service } from '../../test/support/service';

/** A row of the list in the pictures. */
export interface Guest {
	readonly name: string;
	readonly phone: string;
}

/** Few systems have fonts for every script. */
const latin = /^\p{Script=Latin}+$/u;

/** Returns a list of the service's contacts, followed by people whom the service doesn't know. */
export function guests({ contacts }: Service, known: number, unknown = 0): readonly Guest[] {
	const found = contacts
		.all()
		.filter(({ custom_fields: { firstName = '' } }) => latin.test(firstName))
		.slice(0, known);
	const strangers = ['Lara', 'Hugo', 'Noa'].slice(0, unknown);
	return [
		...found.map(({ custom_fields: { firstName = '', phone = '' } }) => ({
			name: firstName,
			phone,
		})),
		...strangers.map((name, index) => ({ name, phone: `+44207946099${String(index)}` })),
	];
}

export const nodeName = 'Send message';

/** The parameters of a message to each guest. */
export function messageToGuests(changes: INodeParameters = {}): INodeParameters {
	return send({
		contactId: contact('={{ $json.phone }}', 'phone'),
		messageType: 'text',
		text: '=Hello {{ $json.name }}, your table is booked.',
		...changes,
	});
}

/** Returns a workflow that sends a message to each guest, with a node after each output. */
export function guestWorkflow(
	list: readonly Guest[],
	parameters: INodeParameters,
	settings: NodeSettings = {},
): Workflow {
	const jsCode = `return ${JSON.stringify(list.map((json) => ({ json })))};`;
	const start = 'When clicking ‘Execute workflow’';
	const at = (x: number, y: number) => ({ position: [x, y] satisfies [number, number] });
	const nodes = [
		{ ...newNode(start, ['n8n-nodes-base.manualTrigger', 1]), ...at(0, 0) },
		{ ...newNode('Guests', ['n8n-nodes-base.code', 2], { jsCode }), ...at(224, 0) },
		{ ...channelMessagingNode(parameters, settings), name: nodeName, ...at(448, 0) },
	];
	const connections = connectInSequence(start, 'Guests', nodeName);
	if (settings.onError !== 'continueErrorOutput') return { name: 'Tables', nodes, connections };
	const [sent, failed] = ['Save the results', 'List who was not reached'];
	return {
		name: 'Tables',
		nodes: [
			...nodes,
			{ ...newNode(sent, ['n8n-nodes-base.noOp', 1]), ...at(720, -112) },
			{ ...newNode(failed, ['n8n-nodes-base.noOp', 1]), ...at(720, 112) },
		],
		connections: {
			...connections,
			[nodeName]: {
				main: [sent, failed].map((node) => [{ node, type: 'main', index: 0 }]),
			},
		},
	};
}
