import { createHash } from 'node:crypto';

import { type CustomFieldReference, valuesOf } from '../phoneNumbers/customFieldReference';
import type { CancellationToken } from '../scheduling/cancellation';
import { type Clock, systemClock } from '../scheduling/clock';
import { KeyedLock } from '../scheduling/keyedQueue';

/**
 * How long to remember newly created contacts, in milliseconds. Search results may not contain a
 * new contact immediately, and the delay isn't documented.
 */
export const creationRetentionMs = 10 * 60_000;

/**
 * The maximum number of new contacts to remember, which use about 2 MB. The rate limit allows 1,000
 * new contacts per token in the retention time.
 */
export const maxCreations = 10_000;

type Creation =
	/** `contactId` is `undefined` if the response contained no valid ID. */
	| { outcome: 'done'; contactId: string | undefined }
	/** The create request failed after it was sent, so the contact may exist. */
	| { outcome: 'unknown' };

/**
 * The contacts that executions in this process recently created. Search results may not contain
 * them yet.
 *
 * A creation is forgotten after ten minutes, if more than `maxCreations` follow, if the contact no
 * longer exists or no longer has the value, and when n8n stops.
 */
export class RecentCreations {
	/**
	 * Maps a hash of channel, custom field, and value to a recently created contact, oldest first.
	 * Contains only hashes, so that neither tokens nor personal data stay in memory.
	 */
	private readonly creations = new Map<string, { creation: Creation; createdAt: number }>();

	private readonly locks = new KeyedLock();

	constructor(private readonly clock: Clock) {}

	/** Returns the recently created contacts in a channel. */
	ofChannel(channelKey: string): ChannelCreations {
		const keysOf = (reference: CustomFieldReference) =>
			valuesOf(reference).map((value) => hash([channelKey, reference.name, value]));
		return {
			lock: async (reference, cancellation, perform) =>
				await this.lockAll(keysOf(reference).sort(), cancellation, perform),
			get: (reference) => {
				this.removeExpired();
				const key = keysOf(reference).find((known) => this.creations.has(known));
				return key === undefined ? undefined : this.creations.get(key)?.creation;
			},
			add: ({ name, value }, creation) => {
				this.add(hash([channelKey, name, value]), creation);
			},
			remove: (reference) => {
				for (const key of keysOf(reference)) this.creations.delete(key);
			},
		};
	}

	/** @param keys in the same order for all callers, so that they don't wait for each other */
	private async lockAll<Result>(
		[key, ...keys]: readonly string[],
		cancellation: CancellationToken,
		perform: () => Promise<Result>,
	): Promise<Result | undefined> {
		if (key === undefined) return await perform();
		return await this.locks.run(
			key,
			cancellation,
			async () => await this.lockAll(keys, cancellation, perform),
		);
	}

	private add(key: string, creation: Creation): void {
		this.creations.delete(key);
		this.creations.set(key, { creation, createdAt: this.clock.now() });
		this.removeExpired();
		const [oldest] = this.creations.keys();
		if (this.creations.size > maxCreations && oldest !== undefined) this.creations.delete(oldest);
	}

	private removeExpired(): void {
		const expiredSince = this.clock.now() - creationRetentionMs;
		for (const [key, { createdAt }] of this.creations) {
			if (createdAt > expiredSince) return;
			this.creations.delete(key);
		}
	}
}

export interface ChannelCreations {
	/**
	 * Runs `perform` while holding a lock on all values of the reference. Returns the result of
	 * `perform`, or `undefined` if the execution was stopped before `perform` started.
	 */
	lock<Result>(
		reference: CustomFieldReference,
		cancellation: CancellationToken,
		perform: () => Promise<Result>,
	): Promise<Result | undefined>;
	/** Returns the creation of a contact with any value of the reference. */
	get(reference: CustomFieldReference): Creation | undefined;
	/** Remembers that a contact was created with the value of the reference. */
	add(reference: CustomFieldReference, creation: Creation): void;
	remove(reference: CustomFieldReference): void;
}

function hash(parts: readonly string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * The contacts that were recently created by any execution in this process. Each n8n worker has its
 * own list.
 */
export const recentCreations = new RecentCreations(systemClock);
