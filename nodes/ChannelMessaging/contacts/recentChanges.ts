import { orderingKey } from '../client/channel';
import { hashOf } from '../client/hash';
import { type Clock, systemClock } from '../scheduling/clock';

/** Assumed, since it isn't documented: no change takes longer to appear in search results. */
const searchLagMs = 2 * 60_000;

/** Results are used for up to one lag, and may be one lag old. */
const changeRetentionMs = 2 * searchLagMs;

/** The rate limit allows 400 changes per token in this time. Full, this uses about 2 MB. */
const maxChanges = 10_000;

/**
 * Contacts that this process changed recently. Workers don't share them, and they're lost when n8n
 * stops.
 */
export class RecentChanges {
	/** Unfinished changes by a hash of channel and contact. */
	private readonly unfinished = new Map<string, number>();

	/** When the latest change ended, by a hash of channel and contact. Oldest first. */
	private readonly changes = new Map<string, number>();

	/** End of the latest change that `maxChanges` pushed out. */
	private removedUntil = -Infinity;

	constructor(private readonly clock: Clock) {}

	/** Recorded even if the change fails: the service may have processed it. */
	async during<Result>(
		channelKey: string,
		contactId: string,
		change: () => Promise<Result>,
	): Promise<Result> {
		const key = keyOf(channelKey, contactId);
		this.unfinished.set(key, (this.unfinished.get(key) ?? 0) + 1);
		try {
			return await change();
		} finally {
			const others = (this.unfinished.get(key) ?? 1) - 1;
			if (others > 0) this.unfinished.set(key, others);
			else this.unfinished.delete(key);
			this.add(channelKey, contactId);
		}
	}

	add(channelKey: string, contactId: string): void {
		const key = keyOf(channelKey, contactId);
		this.changes.delete(key);
		this.changes.set(key, this.clock.now());
		this.removeExpired();
		for (const [oldest, changedAt] of this.changes) {
			if (this.changes.size <= maxChanges) return;
			this.changes.delete(oldest);
			this.removedUntil = changedAt;
		}
	}

	/**
	 * Whether a search result has all of this process's changes.
	 *
	 * @param readAt when the search was requested
	 */
	areIn(channelKey: string, { contactId, readAt }: { contactId: string; readAt: number }): boolean {
		this.removeExpired();
		if (this.clock.now() - readAt >= searchLagMs) return false;
		const key = keyOf(channelKey, contactId);
		const changedAt = Math.max(this.changes.get(key) ?? -Infinity, this.removedUntil);
		return !this.unfinished.has(key) && changedAt <= readAt - searchLagMs;
	}

	/**
	 * Called even by executions that change nothing. Expired entries would stay in memory otherwise.
	 */
	removeExpired(): void {
		const expiredSince = this.clock.now() - changeRetentionMs;
		for (const [key, changedAt] of this.changes) {
			if (changedAt > expiredSince) return;
			this.changes.delete(key);
		}
	}
}

function keyOf(channelKey: string, contactId: string): string {
	return hashOf([channelKey, orderingKey(contactId)]);
}

export const recentChanges = new RecentChanges(systemClock);
