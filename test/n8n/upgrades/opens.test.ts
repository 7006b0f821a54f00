import { type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';
import { ChannelMessaging } from '../../../nodes/ChannelMessaging/ChannelMessaging.node';
import { version } from '../../../package.json';
import type { WorkflowNode } from '../../support/n8n';
import { savedVersions, savedWorkflows } from './savedWorkflows';

const description: INodeTypeDescription = new ChannelMessaging().description;
const { properties } = description;
const ownType = 'n8n-nodes-channel-messaging.channelMessaging';

const savedNodes = savedWorkflows.flatMap(({ version, file, workflow }) =>
	workflow.nodes
		.filter(({ type }) => type === ownType)
		.map((node): [string, WorkflowNode] => [`${version}/${file}: ${node.name}`, node]),
);

test('the current version of the package has saved workflows', () => {
	expect(savedVersions).toContain(version);
});

describe.each(savedNodes)('Saved node %s', (_, { typeVersion, parameters }) => {
	test('has a version that the node still supports', () => {
		expect([description.version].flat()).toContain(typeVersion);
	});

	test('keeps the values of all saved parameters in the editor', () => {
		const node = { typeVersion };

		const shown = NodeHelpers.getNodeParameters(
			properties,
			parameters,
			true,
			false,
			node,
			description,
		);

		expect(shown).toMatchObject(parameters);
	});

	test('has no issues in the editor', () => {
		const node = {
			id: 'node',
			name: 'Node',
			type: ownType,
			typeVersion,
			position: [0, 0] satisfies [number, number],
			parameters,
		};

		expect(NodeHelpers.getNodeParametersIssues(properties, node, description)).toBeNull();
	});
});
