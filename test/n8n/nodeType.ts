import {
	type INode,
	type INodeParameters,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';

function isNodeType(value: unknown): value is INodeTypeDescription {
	return (
		typeof value === 'object' &&
		value !== null &&
		'name' in value &&
		typeof value.name === 'string' &&
		'version' in value &&
		'properties' in value &&
		Array.isArray(value.properties)
	);
}

/** Reads the list of node descriptions that n8n serves to the editor. */
export function readNodeTypes(answer: unknown): readonly INodeTypeDescription[] {
	if (!Array.isArray(answer) || !answer.every(isNodeType)) {
		throw new Error('n8n served something else than node descriptions');
	}
	return answer;
}

function latestVersion({ version }: INodeTypeDescription): number {
	return typeof version === 'number' ? version : Math.max(...version);
}

/** What the editor shows in red on a node with these parameters: messages by parameter path. */
export function editorIssues(
	nodeType: INodeTypeDescription,
	parameters: INodeParameters,
): Readonly<Record<string, readonly string[]>> {
	const typeVersion = latestVersion(nodeType);
	// The editor fills in the defaults before it looks for what is missing.
	const filled = NodeHelpers.getNodeParameters(
		nodeType.properties,
		parameters,
		true,
		false,
		{ typeVersion },
		nodeType,
	);
	const node: INode = {
		id: 'node',
		name: nodeType.displayName,
		type: nodeType.name,
		typeVersion,
		position: [0, 0],
		parameters: filled ?? parameters,
	};
	const issues = NodeHelpers.getNodeParametersIssues(nodeType.properties, node, nodeType);
	return issues?.parameters ?? {};
}
