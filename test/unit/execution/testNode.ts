import type { INode } from 'n8n-workflow';

import { credentialFrom } from '../../../nodes/ChannelMessaging/client/credential';

/** Returns a node. n8n adds `Tool` to the type of an agent's tool. */
export function testNode(type = 'channelMessaging'): INode {
	return { id: '1', name: 'Node', type, typeVersion: 1, position: [0, 0], parameters: {} };
}

export const testCredential = credentialFrom(
	{ getNode: () => testNode() },
	{
		baseUrl: 'https://channel.example.com',
		token: 'token-of-channel',
		messagesPerSecond: 25,
		contactCallsPerMinute: 100,
	},
);
