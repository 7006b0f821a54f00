import { orderingKey } from '../client/channel';
import { hashOf } from '../client/hash';
import { type Clock, systemClock } from '../scheduling/clock';

/** The assumed maximum time until a change appears in search results. It isn't documented. */
const searchLagMs = 2 * 60_000;

/**
 * Search results are used for up to one lag after their request, and may be one lag out of date.
 */
const changeRetentionMs = 2 * searchLagMs;

/**
 * Within the retention time, the rate limit allows 400 changes per token. The maximum number of
 * entries uses about 2 MB of memory.
 */
const maxChanges = 10_000;

/**
 * Contacts that executions in this process changed recently. Each n8n worker process has its own
 * list, and all entries are lost when n8n stops.
 */
export class RecentChanges {
	/** The number of unfinished changes, by a hash of channel and contact. */
	private readonly unfinished = new Map<string, number>();

	/** The end of the latest change, by a hash of channel and contact, oldest first. */
	private readonly changes = new Map<string, number>();

	/** The end of the latest change that was removed because of `maxChanges`. */
	private removedUntil = -Infinity;

	constructor(private readonly clock: Clock) {}

	/** Makes a change and records it, even if it fails, because the service may have processed it. */
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
	 * Whether a search result certainly includes all changes that this process made.
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
	 * Must also be called by executions that change no contacts, so that expired entries don't stay
	 * in memory.
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
