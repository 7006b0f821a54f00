import { hashOf } from '../client/hash';
import { type CustomFieldReference, valuesOf } from '../phoneNumbers/customFieldReference';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { type Clock, systemClock } from '../scheduling/clock';
import { KeyedLock } from '../scheduling/keyedLock';

/** How long search results may lack a new contact. Not documented. */
const creationRetentionMs = 10 * 60_000;

/** The rate limit allows 1,000 new contacts per token in this time. Full, this uses about 2 MB. */
const maxCreations = 10_000;

interface Creation {
	/** `unknown`: the create request failed after it was sent, so the contact may exist. */
	outcome: 'done' | 'unknown';
	/**
	 * Missing without a valid ID in any response. If the outcome is unknown, it comes from a later
	 * search and may belong to another contact.
	 */
	contactId?: string | undefined;
}

/**
 * Contacts that this process created recently. Workers don't share them. Forgotten after ten
 * minutes, after `maxCreations` newer ones, and when n8n stops.
 */
export class RecentCreations {
	/**
	 * By a hash of channel, custom field, and value, which keeps tokens and personal data out of
	 * memory. Oldest first.
	 */
	private readonly creations = new Map<string, { creation: Creation; createdAt: number }>();

	private readonly locks = new KeyedLock();

	constructor(private readonly clock: Clock) {}

	/** Locks all values of the reference. `undefined` if the execution was stopped before. */
	async lock<Result>(
		channelKey: string,
		reference: CustomFieldReference,
		cancellation: CancellationToken,
		perform: () => Promise<Result>,
	): Promise<Result | undefined> {
		const lockAll = async ([key, ...keys]: string[]): Promise<Result | undefined> =>
			key === undefined
				? await perform()
				: await this.locks.run(key, cancellation, async () => await lockAll(keys));
		// Sorted: with different orders, two callers could deadlock.
		return await lockAll(keysOf(channelKey, reference).sort());
	}

	/** Looks for a creation with any of the reference's values. */
	get(channelKey: string, reference: CustomFieldReference): Creation | undefined {
		this.removeExpired();
		const key = keysOf(channelKey, reference).find((known) => this.creations.has(known));
		return key === undefined ? undefined : this.creations.get(key)?.creation;
	}

	/** Only recorded for the value that was saved. */
	add(channelKey: string, { name, value }: CustomFieldReference, creation: Creation): void {
		const [key = ''] = keysOf(channelKey, { kind: 'customField', name, value });
		this.creations.delete(key);
		this.creations.set(key, { creation, createdAt: this.clock.now() });
		this.removeExpired();
		const [oldest = ''] = this.creations.keys();
		if (this.creations.size > maxCreations) this.creations.delete(oldest);
	}

	/**
	 * Called even by executions that create nothing. Expired entries would stay in memory otherwise.
	 */
	removeExpired(): void {
		const expiredSince = this.clock.now() - creationRetentionMs;
		for (const [key, { createdAt }] of this.creations) {
			if (createdAt > expiredSince) return;
			this.creations.delete(key);
		}
	}
}

function keysOf(channelKey: string, reference: CustomFieldReference): string[] {
	return valuesOf(reference).map((value) => hashOf([channelKey, reference.name, value]));
}

export const recentCreations = new RecentCreations(systemClock);
