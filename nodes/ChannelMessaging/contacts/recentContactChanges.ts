import { canonicalContactId } from '../client/canonicalContactId';
import { hashOf } from '../texts/sha256';
import { type Clock, systemClock } from '../scheduling/clock';
import { ExpiringMap } from '../scheduling/expiringMap';
import { expiringState } from '../scheduling/removeExpiredState';

/**
 * The maximum time until a change appears in search results. The service doesn't document this, so
 * it is an assumption.
 */
const searchLagMs = 2 * 60_000;

/**
 * A search result is used for up to `searchLagMs`, and may lack changes made up to `searchLagMs`
 * before the search was requested.
 */
const changeRetentionMs = 2 * searchLagMs;

/**
 * At this limit, the entries use about 8 MB. The rate limit allows 400 changes of up to ten custom
 * fields per token within the retention time, which is enough for 11 tokens.
 */
const maxChanges = 50_000;

/**
 * Contacts that this process changed recently. They aren't shared between n8n workers and are lost
 * when n8n stops.
 */
export class RecentContactChanges {
	/**
	 * The number of unfinished changes per key. A key is a hash of the channel and the contact,
	 * optionally with a custom field.
	 */
	private readonly unfinished = new Map<string, number>();

	/**
	 * Contacts and custom fields whose latest change has ended. The keys have the same format as those
	 * of `unfinished`.
	 */
	private readonly changes: ExpiringMap<undefined>;

	constructor(private readonly clock: Clock) {
		const limits = { retentionMs: changeRetentionMs, maxEntries: maxChanges };
		this.changes = new ExpiringMap(clock, limits);
	}

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
				this.changes.set(key, undefined);
			}
		}
	}

	add(channelKey: string, contactId: string): void {
		this.changes.set(keyOf(channelKey, contactId), undefined);
	}

	/**
	 * Returns whether a search result includes all changes that this process made to a contact or to
	 * one of its custom fields.
	 *
	 * @param readAt when the search was requested
	 */
	areIn(
		channelKey: string,
		{ contactId, readAt }: { contactId: string; readAt: number },
		fieldName?: string,
	): boolean {
		if (this.clock.now() - readAt >= searchLagMs) return false;
		if (this.changes.evictedUntil > readAt - searchLagMs) return false;
		return !this.mayLack(channelKey, { contactId, readAt }, fieldName);
	}

	/**
	 * Returns whether this process is known to have made a change that search results may not include
	 * yet.
	 */
	mayLack(
		channelKey: string,
		{ contactId, readAt }: { contactId: string; readAt: number },
		fieldName?: string,
	): boolean {
		const key = keyOf(channelKey, contactId, fieldName);
		const { setAt: changedAt = -Infinity } = this.changes.get(key) ?? {};
		return this.unfinished.has(key) || changedAt > readAt - searchLagMs;
	}

	removeExpired(): void {
		this.changes.removeExpired();
	}
}

function keyOf(channelKey: string, contactId: string, fieldName?: string): string {
	return hashOf([channelKey, canonicalContactId(contactId), fieldName]);
}

export const recentContactChanges = expiringState(new RecentContactChanges(systemClock));
