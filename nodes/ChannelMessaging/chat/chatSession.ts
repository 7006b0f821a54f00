import type { Channel } from '../client/channel';
import type { Clock } from '../scheduling/clock';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { RequestLink } from './requestLink';

export interface ChatSession {
	/** Reads and updates contacts. Never reuses responses from earlier attempts (Retry On Fail). */
	contacts: Pick<Channel, 'getContact' | 'updateContact'>;
	channelKey: string;
	token: string;
	/**
	 * The time when the node's first attempt started or, if the node passes on a chat message, when
	 * that message first arrived. In milliseconds since the epoch.
	 */
	receivedAt: number;
	requestLink: RequestLink;
	clock: Clock;
	cancellation: CancellationToken;
}
