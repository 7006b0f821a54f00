import type { INode } from 'n8n-workflow';

export function isTool(node: INode): boolean {
	return node.type.endsWith('Tool') && !isHumanReview(node);
}

/** Returns whether the node reviews an agent's tool calls. Such a node isn't a tool itself. */
export function isHumanReview(node: INode): boolean {
	return node.type.endsWith('HitlTool');
}
