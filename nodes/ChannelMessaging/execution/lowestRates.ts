import type { ChannelCredential } from '../client/credential';

export type Rates = Pick<ChannelCredential, 'contactCallsPerMinute' | 'messagesPerSecond'>;

/** Returns the lowest rates among each channel's credentials, by `channelKey`. */
export function lowestRates(
	credentials: ReadonlyArray<Pick<ChannelCredential, 'channelKey'> & Rates>,
): ReadonlyMap<string, Rates> {
	const lowest = new Map<string, Rates>();
	for (const { channelKey, messagesPerSecond, contactCallsPerMinute } of credentials) {
		const known = lowest.get(channelKey) ?? { messagesPerSecond, contactCallsPerMinute };
		lowest.set(channelKey, {
			messagesPerSecond: Math.min(known.messagesPerSecond, messagesPerSecond),
			contactCallsPerMinute: Math.min(known.contactCallsPerMinute, contactCallsPerMinute),
		});
	}
	return lowest;
}
