import { type INode, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';
import { ChannelMessaging } from '../../nodes/ChannelMessaging/ChannelMessaging.node';
import { version } from '../../package.json';
import { savedVersions, savedWorkflows } from '../n8n/upgrades/savedWorkflows';

const description: INodeTypeDescription = new ChannelMessaging().description;
const { properties } = description;

const savedNodes = savedWorkflows.flatMap(({ version, file, workflow }) =>
	workflow.nodes
		.filter(({ type }) => type === 'n8n-nodes-channel-messaging.channelMessaging')
		.map(({ name, type, typeVersion, parameters }): INode => {
			const id = `${version}/${file}: ${name}`;
			return { id, name, type, typeVersion, position: [0, 0], parameters };
		}),
);

test('the current version of the package has saved workflows', () => {
	expect(savedVersions).toContain(version);
});

test('the node still supports the versions of all saved nodes', () => {
	const supported = [description.version].flat();
	expect(savedNodes.filter(({ typeVersion }) => !supported.includes(typeVersion))).toEqual([]);
});

test('the editor keeps the values of all saved parameters', () => {
	const shown = savedNodes.map((node) => ({
		id: node.id,
		parameters: NodeHelpers.getNodeParameters(
			properties,
			node.parameters,
			true,
			false,
			node,
			description,
		),
	}));
	expect(shown).toMatchObject(savedNodes.map(({ id, parameters }) => ({ id, parameters })));
});

test('saved nodes have no issues in the editor', () => {
	const issues = savedNodes.map((node) => ({
		id: node.id,
		issues: NodeHelpers.getNodeParametersIssues(properties, node, description),
	}));
	expect(issues.filter(({ issues }) => issues !== null)).toEqual([]);
});
