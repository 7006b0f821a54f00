import type { Channel } from '../client/channel';
import type { Clock } from '../scheduling/clock';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { RequestLink } from './questionLink';

/** Dependencies for sending questions and passing on replies in the chat. */
export interface ChatSession {
	/** Sends every request. Never returns a stored response of an earlier attempt (Retry On Fail). */
	contacts: Pick<Channel, 'getContact' | 'updateContact'>;
	channelKey: string;
	token: string;
	requestLink: RequestLink;
	clock: Clock;
	cancellation: CancellationToken;
}
