import {
	type NewCredential,
	newNode,
	type StoredCredential,
	type WorkflowNode,
} from '../../test/support/n8n';
import { sendText } from '../../test/support/fixtures/parameters';
import { credentialDataOf } from '../../test/support/fixtures/testEnvironment';

/** The name of the measured node. */
export const measuredNode = 'Send';

export interface Destination {
	readonly url: string;
	readonly token: string;
	/** The rate limit in the node's credential. */
	readonly messagesPerSecond: number;
}

/** A way in which users can send messages. */
export interface Way {
	readonly name: string;
	credential(destination: Destination): NewCredential;
	node(credential: StoredCredential, destination: Destination): WorkflowNode;
}

/** This package's node. */
export const channelMessaging = {
	name: 'Channel Messaging',
	credential: (destination: Destination) => {
		const { messagesPerSecond } = destination;
		const data = { ...credentialDataOf(destination), messagesPerSecond };
		return { name: 'Channel Messaging', type: 'channelMessagingApi', data };
	},
	node: ({ id, name }: StoredCredential) => ({
		...newNode(measuredNode, ['n8n-nodes-channel-messaging.channelMessaging', 1], sendText()),
		credentials: { channelMessagingApi: { id, name } },
	}),
} satisfies Way;

/** n8n's HTTP Request node with the same request, and optional batching. */
function httpRequestWay(name: string, batch?: { batchSize: number; batchInterval: number }): Way {
	return {
		name,
		credential: ({ token }) => ({
			name: 'Header',
			type: 'httpHeaderAuth',
			data: { name: 'Authorization', value: `Bearer ${token}` },
		}),
		node: ({ id, name: credentialName }, { url }) => ({
			...newNode(measuredNode, ['n8n-nodes-base.httpRequest', 4.4], {
				method: 'POST',
				url: `=${url}/v1/message/sendContent/{{ $json.contactId }}`,
				authentication: 'genericCredentialType',
				genericAuthType: 'httpHeaderAuth',
				sendBody: true,
				contentType: 'json',
				specifyBody: 'json',
				jsonBody: "={{ { body: [{ type: 'text', text: $json.text }] } }}",
				options: batch === undefined ? {} : { batching: { batch } },
			}),
			credentials: { httpHeaderAuth: { id, name: credentialName } },
		}),
	};
}

export const httpRequest = httpRequestWay('HTTP Request');

/** The batching that the limit suggests. */
export const httpRequestInBatches = httpRequestWay('HTTP Request, 25 every 1000 ms', {
	batchSize: 25,
	batchInterval: 1_000,
});

/** The batching that users find by experiment. */
export const httpRequestOneByOne = httpRequestWay('HTTP Request, 1 every 40 ms', {
	batchSize: 1,
	batchInterval: 40,
});
