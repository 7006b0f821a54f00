import { credentialFrom } from '../../../nodes/ChannelMessaging/client/credential';
import { nodeOfType } from './nodeOfType';

/** A credential whose values don't matter. */
export const aCredential = credentialFrom(
	{ getNode: () => nodeOfType() },
	{
		baseUrl: 'https://channel.example.com',
		token: 'token',
		messagesPerSecond: 25,
		contactCallsPerMinute: 100,
	},
);
