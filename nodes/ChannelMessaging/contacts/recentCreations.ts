import { hashOf } from '../client/hash';
import { type CustomFieldReference, valuesOf } from '../phoneNumbers/customFieldReference';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { type Clock, systemClock } from '../scheduling/clock';
import { KeyedLock } from '../scheduling/keyedLock';

/** Search results may lack a new contact. The documentation doesn't say for how long. */
const creationRetentionMs = 10 * 60_000;

/**
 * The maximum number of entries uses about 2 MB of memory. Within the retention time, the rate
 * limit allows 1,000 new contacts per token.
 */
const maxCreations = 10_000;

interface Creation {
	/** `unknown` means that the create request failed after it was sent, so the contact may exist. */
	outcome: 'done' | 'unknown';
	/**
	 * `undefined` if no response contained a valid ID. If the outcome is unknown, the ID comes from a
	 * later search and may belong to another contact.
	 */
	contactId?: string | undefined;
}

/**
 * Contacts that executions in this process created recently. Each n8n worker process has its own
 * list.
 *
 * An entry is removed after ten minutes, or when more than `maxCreations` newer entries follow. All
 * entries are lost when n8n stops.
 */
export class RecentCreations {
	/**
	 * Maps a hash of channel, custom field, and value to a creation, oldest first. The keys are
	 * hashes, so that neither tokens nor personal data stay in memory.
	 */
	private readonly creations = new Map<string, { creation: Creation; createdAt: number }>();

	private readonly locks = new KeyedLock();

	constructor(private readonly clock: Clock) {}

	/**
	 * Runs `perform` while holding a lock on all values of the reference. Returns `undefined` if the
	 * execution was stopped before `perform` started.
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
		// All callers acquire the locks in the same order to prevent deadlocks.
		return await lockAll(keysOf(channelKey, reference).sort());
	}

	/** Returns the recent creation of a contact with any of the reference's values. */
	get(channelKey: string, reference: CustomFieldReference): Creation | undefined {
		this.removeExpired();
		const key = keysOf(channelKey, reference).find((known) => this.creations.has(known));
		return key === undefined ? undefined : this.creations.get(key)?.creation;
	}

	/** Records a creation for the saved value of the reference, but not for its other values. */
	add(channelKey: string, { name, value }: CustomFieldReference, creation: Creation): void {
		const [key = ''] = keysOf(channelKey, { kind: 'customField', name, value });
		this.creations.delete(key);
		this.creations.set(key, { creation, createdAt: this.clock.now() });
		this.removeExpired();
		const [oldest = ''] = this.creations.keys();
		if (this.creations.size > maxCreations) this.creations.delete(oldest);
	}

	/**
	 * Must also be called by executions that create no contacts, so that expired entries don't stay
	 * in memory.
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
