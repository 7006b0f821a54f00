import type { INode } from 'n8n-workflow';

/** A node of a workflow; n8n adds `Tool` to the type of one that an agent uses. */
export function nodeOfType(type = 'channelMessaging'): INode {
	return { id: '1', name: 'Node', type, typeVersion: 1, position: [0, 0], parameters: {} };
}
