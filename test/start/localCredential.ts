import type { N8nClient, StoredCredential } from '../n8n';

/** The name under which n8n lists the credential. */
export const credentialName = 'Channel Messaging (local service)';

/** The service that the credential leads to. */
export interface Service {
	readonly url: string;
	readonly token: string;
}

/**
 * Gives n8n the credential of the local service, once; at a later start it is led to where the
 * service listens now.
 */
export async function provideCredential(
	n8n: Pick<N8nClient, 'createCredential' | 'listCredentials' | 'updateCredential'>,
	{ url, token }: Service,
): Promise<StoredCredential> {
	const credential = {
		name: credentialName,
		type: 'channelMessagingApi',
		data: {
			baseUrl: url,
			token,
			channelType: 'other',
			messagesPerSecond: 25,
			contactCallsPerMinute: 100,
		},
	};
	const existing = (await n8n.listCredentials()).find(({ name }) => name === credentialName);
	return existing === undefined
		? await n8n.createCredential(credential)
		: await n8n.updateCredential(existing.id, credential);
}
