import { type INode, type INodeParameters, Workflow } from 'n8n-workflow';

import { ChannelMessaging } from '../../nodes/ChannelMessaging/ChannelMessaging.node';
import codex from '../../nodes/ChannelMessaging/ChannelMessaging.node.json';
import { operationFields } from '../../nodes/ChannelMessaging/operations';
import { ChannelMessagingTrigger } from '../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node';
import { name as packageName } from '../../package.json';

const { description } = new ChannelMessaging();

it('The node keeps the name and version that saved workflows contain', () => {
	expect(description).toMatchObject({
		displayName: 'Channel Messaging',
		name: 'channelMessaging',
		version: [1],
		defaultVersion: 1,
		defaults: { name: 'Channel Messaging' },
	});
});

it('The node and its trigger have the same description, because n8n shows only one', () => {
	expect(description.description).toBe(new ChannelMessagingTrigger().description.description);
});

it('The node is usable as a tool and has the parameters of all operations', () => {
	expect(description.usableAsTool).toBe(true);
	expect(description.properties).toBe(operationFields);
});

it('The codex file belongs to the node and links to documentation', () => {
	expect(codex.node).toBe(`${packageName}.${description.name}`);
	const { primaryDocumentation, credentialDocumentation } = codex.resources;
	for (const { url } of [...primaryDocumentation, ...credentialDocumentation]) {
		expect(url).toMatch(/^https:\/\//);
	}
});

describe('Waiting tooltip', () => {
	const tooltip = (operation: string, resumeUrl: string) =>
		evaluate(description.waitingNodeTooltip, { operation }, { resumeUrl });

	it.each([
		'http://localhost:5678/webhook-waiting/1',
		'https://LOCALHOST/webhook-waiting/1',
		'http://127.0.0.1:5678/webhook-waiting/1',
		'http://0.0.0.0/webhook-waiting/1',
		'http://[::1]:5678/webhook-waiting/1',
	])('The waiting tooltip warns of the link %s', (url) => {
		expect(tooltip('sendAndWait', url)).toContain('WEBHOOK_URL');
	});

	it.each([
		'https://n8n.example.com/webhook-waiting/1',
		'http://192.168.1.5:5678/webhook-waiting/1',
		'https://localhost.example.com/webhook-waiting/1',
	])('The waiting tooltip does not warn of the link %s', (url) => {
		expect(tooltip('sendAndWait', url)).toBe('The execution continues when the contact answers');
	});

	it('The waiting tooltip is empty for other operations', () => {
		expect(tooltip('send', 'http://localhost')).toBe('');
	});
});

/** Returns the result of an expression, in n8n's own expression engine. */
function evaluate(expression = '', parameters: INodeParameters, execution: object): unknown {
	const node: INode = {
		id: '1',
		name: 'Node',
		type: 'channelMessaging',
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	// n8n drops parameters that the node's description doesn't contain.
	const operation = { displayName: 'Operation', name: 'operation', type: 'string', default: '' };
	const nodeTypes = {
		getByName: () => ({ description: {} }),
		getByNameAndVersion: () => ({ description: { properties: [operation] } }),
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: nodeTypes as never,
	});
	return workflow.expression.getSimpleParameterValue(node, expression, 'internal', {
		$execution: execution,
	} as never);
}
