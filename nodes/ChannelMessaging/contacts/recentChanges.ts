import { orderingKey } from '../client/model';
import { hashOf } from '../texts/sha256';
import { type Clock, systemClock } from '../scheduling/clock';

/**
 * How long it takes at most until a change appears in search results. The service doesn't document
 * this, so it is an assumption.
 */
const searchLagMs = 2 * 60_000;

/**
 * A search result is used for up to `searchLagMs`, and it may not include changes from the
 * `searchLagMs` before it was requested.
 */
const changeRetentionMs = 2 * searchLagMs;

/**
 * This many entries use about 6 MB. The rate limit allows 400 changes of up to ten custom fields per
 * token within the retention time, so 11 tokens fit.
 */
const maxChanges = 50_000;

/**
 * Contacts that this process changed recently. They aren't shared between n8n workers, and are lost
 * when n8n stops.
 */
export class RecentChanges {
	/**
	 * The number of unfinished changes. Each key is a hash of the channel and the contact, or of these
	 * and a custom field.
	 */
	private readonly unfinished = new Map<string, number>();

	/**
	 * When the latest change of each contact, and of each of its custom fields, ended. The keys are
	 * the same. The oldest change is first.
	 */
	private readonly changes = new Map<string, number>();

	/** When the most recently evicted change ended. */
	private removedUntil = -Infinity;

	constructor(private readonly clock: Clock) {}

	/**
	 * Records the change even if it fails, because the service may have processed it.
	 *
	 * @param fieldNames the custom fields that the change sets
	 */
	async during<Result>(
		channelKey: string,
		contactId: string,
		fieldNames: readonly string[],
		change: () => Promise<Result>,
	): Promise<Result> {
		const keys = [undefined, ...new Set(fieldNames)].map((name) =>
			keyOf(channelKey, contactId, name),
		);
		for (const key of keys) this.unfinished.set(key, (this.unfinished.get(key) ?? 0) + 1);
		try {
			return await change();
		} finally {
			for (const key of keys) {
				const others = (this.unfinished.get(key) ?? 1) - 1;
				if (others > 0) this.unfinished.set(key, others);
				else this.unfinished.delete(key);
				this.addKey(key);
			}
		}
	}

	add(channelKey: string, contactId: string): void {
		this.addKey(keyOf(channelKey, contactId));
	}

	private addKey(key: string): void {
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
	 * Returns whether a search result includes all changes that this process made to the contact, or
	 * to one of its custom fields.
	 *
	 * @param readAt when the search was requested
	 */
	areIn(
		channelKey: string,
		{ contactId, readAt }: { contactId: string; readAt: number },
		fieldName?: string,
	): boolean {
		this.removeExpired();
		if (this.clock.now() - readAt >= searchLagMs) return false;
		const key = keyOf(channelKey, contactId, fieldName);
		const changedAt = Math.max(this.changes.get(key) ?? -Infinity, this.removedUntil);
		return !this.unfinished.has(key) && changedAt <= readAt - searchLagMs;
	}

	/**
	 * Also called by executions that change nothing, because expired entries would otherwise stay in
	 * memory.
	 */
	removeExpired(): void {
		const expiredSince = this.clock.now() - changeRetentionMs;
		for (const [key, changedAt] of this.changes) {
			if (changedAt > expiredSince) return;
			this.changes.delete(key);
		}
	}
}

function keyOf(channelKey: string, contactId: string, fieldName?: string): string {
	return hashOf([channelKey, orderingKey(contactId), fieldName]);
}

export const recentChanges = new RecentChanges(systemClock);
