import type { NewCredential, StoredCredential, WorkflowNode } from '../../n8n';

/** Where the messages go. */
export interface Destination {
	readonly url: string;
	readonly token: string;
	/** Sends a second that the sender may assume. */
	readonly messagesPerSecond: number;
}

/** One way in which a user could send the messages. */
export interface Way {
	readonly name: string;
	credential(destination: Destination): NewCredential;
	node(
		credential: StoredCredential,
		destination: Destination,
	): Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters' | 'credentials'>;
}
