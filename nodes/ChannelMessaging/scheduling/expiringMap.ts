import type { Clock } from './clock';

/**
 * A map whose entries expire a certain time after they were set. If there are too many entries, the
 * oldest are evicted.
 */
export class ExpiringMap<Value> {
	/** The entries, oldest first. */
	private readonly entries = new Map<string, { value: Value; setAt: number }>();

	/** When the most recently evicted entry was set. */
	evictedUntil = -Infinity;

	constructor(
		private readonly clock: Pick<Clock, 'now'>,
		private readonly limits: { retentionMs: number; maxEntries: number },
	) {}

	get(key: string): { value: Value; setAt: number } | undefined {
		this.removeExpired();
		return this.entries.get(key);
	}

	/** If an existing entry is set again, it becomes the newest. */
	set(key: string, value: Value): void {
		this.entries.delete(key);
		this.entries.set(key, { value, setAt: this.clock.now() });
		this.removeExpired();
		if (this.entries.size <= this.limits.maxEntries) return;
		for (const [oldest, { setAt }] of this.entries) {
			this.entries.delete(oldest);
			this.evictedUntil = setAt;
			return;
		}
	}

	removeExpired(): void {
		const expiredSince = this.clock.now() - this.limits.retentionMs;
		for (const [key, { setAt }] of this.entries) {
			if (setAt > expiredSince) return;
			this.entries.delete(key);
		}
	}
}
