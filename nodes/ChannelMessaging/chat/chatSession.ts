import type { Channel } from '../client/channel';
import type { Clock } from '../scheduling/clock';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { RequestLink } from './questionLink';

export interface ChatSession {
	/**
	 * Sends every request again in each attempt (Retry On Fail), and never reuses a response of an
	 * earlier attempt.
	 */
	contacts: Pick<Channel, 'getContact' | 'updateContact'>;
	channelKey: string;
	token: string;
	requestLink: RequestLink;
	clock: Clock;
	cancellation: CancellationToken;
}
