import type { Channel } from '../client/channel';
import type { Clock } from '../scheduling/clock';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { RequestLink } from './requestLink';

export interface ChatSession {
	/** Never reuses the responses of earlier attempts (Retry On Fail). */
	contacts: Pick<Channel, 'getContact' | 'updateContact'>;
	channelKey: string;
	token: string;
	/**
	 * When the node's first attempt started, or when the chat message first arrived that it passes
	 * on, in milliseconds since the epoch.
	 */
	receivedAt: number;
	requestLink: RequestLink;
	clock: Clock;
	cancellation: CancellationToken;
}
