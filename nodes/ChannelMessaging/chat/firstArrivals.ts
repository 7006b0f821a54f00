import type { ChannelCredential } from '../client/credential';
import { canonicalContactId } from '../client/canonicalContactId';
import { keyOf } from '../customFieldValues/customFieldReference';
import type { ContactReference } from '../customFieldValues/contactReference';
import { type Clock, systemClock } from '../scheduling/clock';
import { ExpiringMap } from '../scheduling/expiringMap';
import { expiringState } from '../scheduling/removeExpiredState';
import { hashOf } from '../texts/sha256';

/**
 * Providers redeliver a message within minutes, so an hour is long enough. The entries use up
 * to 4 MB.
 */
const limits = { retentionMs: 3_600_000, maxEntries: 20_000 };

/**
 * Remembers when chat messages first arrived, because a message that a provider delivers again must
 * not answer a question that was sent after its first arrival.
 */
export class FirstArrivals {
	private readonly arrivals: ExpiringMap<number>;

	constructor(clock: Pick<Clock, 'now'>) {
		this.arrivals = new ExpiringMap(clock, limits);
	}

	/**
	 * Returns when the message first arrived.
	 *
	 * @param arrivedAt when this delivery arrived, in milliseconds since the epoch
	 */
	firstOf(message: string, arrivedAt: number): number {
		const known = this.arrivals.get(message)?.value;
		if (known === undefined) this.arrivals.set(message, arrivedAt);
		return known ?? arrivedAt;
	}

	removeExpired(): void {
		this.arrivals.removeExpired();
	}
}

const firstArrivals = expiringState(new FirstArrivals(systemClock));

interface PassedOnMessage {
	/** The provider's ID for the chat message, if known. */
	chatMessageId?: string | undefined;
	contact: ContactReference;
	credential: Pick<ChannelCredential, 'channelKey'>;
}

/**
 * Remembers and returns when an item's chat message first arrived. The key includes the contact as
 * entered. The search for the contact can fail, in which case the provider delivers the message
 * again.
 */
export function rememberFirstArrival(
	{ chatMessageId, contact, credential }: PassedOnMessage,
	startedAt: number,
): number {
	if (chatMessageId === undefined) return startedAt;
	const sender = contact.kind === 'id' ? canonicalContactId(contact.contactId) : keyOf(contact);
	const message = hashOf([credential.channelKey, sender, chatMessageId]);
	return firstArrivals.firstOf(message, startedAt);
}
