import type { ChannelCredential } from '../client/credential';
import { canonicalContactId } from '../client/canonicalContactId';
import { keyOf } from '../customFieldValues/customFieldReference';
import type { ContactReference } from '../customFieldValues/contactReference';
import { type Clock, systemClock } from '../scheduling/clock';
import { ExpiringMap } from '../scheduling/expiringMap';
import { expiringState } from '../scheduling/removeExpiredState';
import { hashOf } from '../texts/sha256';

/**
 * Providers repeat a delivery within minutes, so an hour is long enough. The entries use up to 4 MB.
 */
const limits = { retentionMs: 3_600_000, maxEntries: 20_000 };

/**
 * Remembers when chat messages first arrived. If a provider delivers a message again, it must not
 * answer a question that was sent in the meantime.
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
 * Remembers when the chat message that an item passes on first arrived, and returns this time. The
 * contact as entered is part of the key, because the search for the contact can fail, and the
 * provider then delivers the message again.
 *
 * @param startedAt when the node's first attempt started, in milliseconds since the epoch
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
