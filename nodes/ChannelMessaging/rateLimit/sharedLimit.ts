/** How long a credential's limit applies after its last request, in milliseconds. */
export const limitRetentionMs = 60_000;

interface Use {
	queued: number;
	lastUsedAt: number;
}

/**
 * The limit that applies to all credentials with the same token: the lowest of those with requests
 * that are queued or were sent recently. Their requests count against the same limit of the service.
 */
export class SharedLimit {
	private readonly uses = new Map<number, Use>();

	/** @param initial applies until the first request */
	constructor(private readonly initial: number) {}

	/** Must be called when a request with the limit is queued. */
	queued(limit: number, now: number): void {
		const use = this.uses.get(limit) ?? { queued: 0, lastUsedAt: now };
		this.uses.set(limit, { queued: use.queued + 1, lastUsedAt: now });
	}

	/** Must be called when a queued request with the limit is sent, or never will be. */
	dequeued(limit: number, now: number): void {
		const { queued } = this.uses.get(limit) ?? { queued: 1 };
		this.uses.set(limit, { queued: queued - 1, lastUsedAt: now });
	}

	/** Returns the limit that applies now. */
	at(now: number): number {
		for (const [limit, { queued, lastUsedAt }] of this.uses) {
			const isInUse = queued > 0 || now - lastUsedAt < limitRetentionMs;
			// The last one stays, so that an idle queue keeps its limit.
			if (!isInUse && this.uses.size > 1) this.uses.delete(limit);
		}
		return this.uses.size === 0 ? this.initial : Math.min(...this.uses.keys());
	}
}
