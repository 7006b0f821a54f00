import { hashOf } from '../texts/sha256';
import { type CustomFieldReference, valuesOf } from '../phoneNumbers/customFieldReference';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { type Clock, systemClock } from '../scheduling/clock';
import { KeyedLock } from '../scheduling/keyedLock';

/**
 * How long a new contact may be missing from search results. The service doesn't document this
 * time.
 */
const creationRetentionMs = 10 * 60_000;

/**
 * This many entries use about 2 MB. The rate limit allows 1,000 new contacts per token within the
 * retention time.
 */
const maxCreations = 10_000;

interface Creation {
	/** `unknown`: the create request failed after it was sent, so the contact may exist. */
	outcome: 'done' | 'unknown';
	/**
	 * Missing if no response contained a valid ID. If the outcome is unknown, the ID comes from a
	 * later search and may belong to another contact.
	 */
	contactId?: string | undefined;
}

/**
 * Contacts that this process created recently, or to which it added a phone number or an email
 * address. They aren't shared between n8n workers. Each one is
 * removed after ten minutes, after `maxCreations` newer contacts, or when n8n stops.
 */
export class RecentCreations {
	/**
	 * The keys are hashes of channel, custom field, and value, which keeps tokens and personal data
	 * out of memory. Oldest first.
	 */
	private readonly creations = new Map<string, { creation: Creation; createdAt: number }>();

	private readonly locks = new KeyedLock();

	constructor(private readonly clock: Clock) {}

	/**
	 * Locks all values of the references. Returns `undefined` if the execution was stopped before the
	 * lock was acquired.
	 */
	async lock<Result>(
		channelKey: string,
		references: readonly CustomFieldReference[],
		cancellation: CancellationToken,
		perform: () => Promise<Result>,
	): Promise<Result | undefined> {
		const lockAll = async ([key, ...keys]: string[]): Promise<Result | undefined> =>
			key === undefined
				? await perform()
				: await this.locks.run(key, cancellation, async () => await lockAll(keys));
		// The keys are sorted, because callers with different orders could deadlock.
		const keys = new Set(references.flatMap((each) => keysOf(channelKey, each)));
		return await lockAll([...keys].sort());
	}

	/** Returns the recent creation of a contact with any of these values, if there is one. */
	get(channelKey: string, reference: CustomFieldReference): Creation | undefined {
		this.removeExpired();
		const key = keysOf(channelKey, reference).find((known) => this.creations.has(known));
		return key === undefined ? undefined : this.creations.get(key)?.creation;
	}

	/** Records the creation only for the value that was saved. */
	add(channelKey: string, { name, value }: CustomFieldReference, creation: Creation): void {
		const [key = ''] = keysOf(channelKey, { kind: 'customField', name, value });
		this.creations.delete(key);
		this.creations.set(key, { creation, createdAt: this.clock.now() });
		this.removeExpired();
		const [oldest = ''] = this.creations.keys();
		if (this.creations.size > maxCreations) this.creations.delete(oldest);
	}

	/**
	 * Also called by executions that create nothing, because expired entries would otherwise stay in
	 * memory.
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
