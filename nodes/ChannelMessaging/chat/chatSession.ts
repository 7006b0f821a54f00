import type { Channel } from '../client/channel';
import type { Clock } from '../scheduling/clock';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { RequestLink } from './questionLink';

/** What questions and replies in the chat need in addition to the channel's messages. */
export interface ChatSession {
	/** Sends every request, even if an earlier attempt (Retry On Fail) sent an equal one. */
	contacts: Pick<Channel, 'getContact' | 'updateContact'>;
	channelKey: string;
	token: string;
	requestLink: RequestLink;
	clock: Clock;
	cancellation: CancellationToken;
}
