import { type Clock, systemClock } from '../scheduling/clock';
import { ExpiringMap } from '../scheduling/expiringMap';
import { expiringState } from '../scheduling/removeExpiredState';

/**
 * Providers repeat a delivery within minutes, so an hour is long enough. The entries use up to 4 MB.
 */
const limits = { retentionMs: 3_600_000, maxEntries: 20_000 };

/**
 * Remembers when chat messages first arrived. If a provider delivers a message again, it must not
 * answer a question that was sent in the meantime.
 */
export class MessageArrivals {
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

export const messageArrivals = expiringState(new MessageArrivals(systemClock));
