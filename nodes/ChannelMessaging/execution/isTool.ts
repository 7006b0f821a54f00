import type { INode } from 'n8n-workflow';

/** Node types for human review end with `HitlTool`, but they aren't tools. */
export function isTool(node: INode): boolean {
	return node.type.endsWith('Tool') && !node.type.endsWith('HitlTool');
}
