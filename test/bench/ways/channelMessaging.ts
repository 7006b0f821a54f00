import type { Way } from './way';

/** This package's node. */
export const channelMessaging: Way = {
	name: 'Channel Messaging',
	credential: ({ url, token, messagesPerSecond }) => ({
		name: 'Channel Messaging',
		type: 'channelMessagingApi',
		data: {
			baseUrl: url,
			token,
			channelType: 'other',
			messagesPerSecond,
			contactCallsPerMinute: messagesPerSecond,
		},
	}),
	node: ({ id, name }) => ({
		type: 'n8n-nodes-channel-messaging.channelMessaging',
		typeVersion: 1,
		parameters: {
			resource: 'message',
			operation: 'send',
			contactId: { __rl: true, mode: 'id', value: '={{ $json.contactId }}' },
			messageType: 'text',
			text: '={{ $json.text }}',
			options: {},
		},
		credentials: { channelMessagingApi: { id, name } },
	}),
};
