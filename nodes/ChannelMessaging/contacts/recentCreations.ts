import { hashOf } from '../client/hash';
import { type CustomFieldReference, valuesOf } from '../phoneNumbers/customFieldReference';
import type { CancellationToken } from '../scheduling/cancellation';
import { type Clock, systemClock } from '../scheduling/clock';
import { KeyedLock } from '../scheduling/keyedLock';

/** Search results may lack a new contact, and it isn't documented for how long. */
const creationRetentionMs = 10 * 60_000;

/**
 * Uses about 2 MB. The rate limit allows 1,000 new contacts per token in the retention time.
 */
const maxCreations = 10_000;

interface Creation {
	/** `unknown`: the create request failed after it was sent, so the contact may exist. */
	outcome: 'done' | 'unknown';
	/**
	 * `undefined` if no response contained a valid ID. With an unknown outcome, a contact that a search
	 * found since then, which may be another one.
	 */
	contactId?: string | undefined;
}

/**
 * Contacts that executions in this process recently created. Each n8n worker has its own list.
 *
 * A creation is forgotten after ten minutes, if more than `maxCreations` follow, and when n8n stops.
 */
export class RecentCreations {
	/**
	 * Maps a hash of channel, custom field, and value to a creation, oldest first. Contains only
	 * hashes, so that neither tokens nor personal data stay in memory.
	 */
	private readonly creations = new Map<string, { creation: Creation; createdAt: number }>();

	private readonly locks = new KeyedLock();

	constructor(private readonly clock: Clock) {}

	/**
	 * Runs `perform` while holding a lock on all values of the reference. Returns its result, or
	 * `undefined` if the execution was stopped before.
	 */
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
		// In the same order for all callers, so that they don't wait for each other.
		return await lockAll(keysOf(channelKey, reference).sort());
	}

	/** Returns the creation of a contact with any value of the reference. */
	get(channelKey: string, reference: CustomFieldReference): Creation | undefined {
		this.removeExpired();
		const key = keysOf(channelKey, reference).find((known) => this.creations.has(known));
		return key === undefined ? undefined : this.creations.get(key)?.creation;
	}

	/** Remembers a contact with the value of the reference, but not with its other values. */
	add(channelKey: string, { name, value }: CustomFieldReference, creation: Creation): void {
		const [key = ''] = keysOf(channelKey, { kind: 'customField', name, value });
		this.creations.delete(key);
		this.creations.set(key, { creation, createdAt: this.clock.now() });
		this.removeExpired();
		const [oldest = ''] = this.creations.keys();
		if (this.creations.size > maxCreations) this.creations.delete(oldest);
	}

	/** Must also be called by executions that create no contacts, so that memory is released. */
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
