import type { ChatSession } from '../../../nodes/ChannelMessaging/chat/chatSession';
import type { RequestLink } from '../../../nodes/ChannelMessaging/chat/requestLink';
import type { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';

/** A channel with one contact, whose custom field `n8nQuestion` has a value. */
export class TestChat {
	static readonly token = 'token-of-the-channel';

	readonly log: Array<'read' | 'save' | 'send'> = [];

	/** Returns the value that the channel saves. */
	saves = (value: string): string => value;

	/** The error that sending the message throws, if set. */
	failure: ApiError | undefined;

	beforeFailure = (): void => undefined;

	constructor(public value = '') {}

	readonly send = async (): Promise<void> => {
		this.log.push('send');
		if (this.failure === undefined) return;
		this.beforeFailure();
		await Promise.reject(this.failure);
	};

	session(requestLink: RequestLink): ChatSession {
		let now = 0;
		return {
			contacts: {
				getContact: async (id) => {
					this.log.push('read');
					const fields = { firstName: 'Ana', n8nQuestion: this.value };
					return await Promise.resolve({ id, custom_fields: fields });
				},
				updateContact: async (id, [assignment]) => {
					this.log.push('save');
					const value = assignment?.value ?? '';
					this.value = value === '' ? '' : this.saves(value);
					return await Promise.resolve({ id });
				},
			},
			channelKey: 'channel',
			token: TestChat.token,
			receivedAt: 1_000,
			requestLink,
			clock: {
				now: () => now,
				sleep: async (milliseconds) => {
					now += milliseconds;
					await Promise.resolve();
				},
			},
			cancellation: new CancellationToken(),
		};
	}
}
