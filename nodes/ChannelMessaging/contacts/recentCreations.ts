import { createHash } from 'node:crypto';

import type { CancellationToken } from '../scheduling/cancellationToken';
import { type Clock, systemClock } from '../scheduling/clock';
import { KeyedLock } from '../scheduling/keyedLock';
import type { CustomFieldReference } from './contactReference';

/** Long enough for a search to show a contact that was just created; how long that takes isn't shown. */
export const creationRetentionMs = 10 * 60_000;

/** The rate limit allows one token 1,000 creations in the retention time. They take about 2 MB. */
export const maxCreations = 10_000;

/** The result of a request that creates a contact. */
export type Creation =
	/** `undefined` if the response contained no ID that can be read. */
	| { outcome: 'done'; contactId: string | undefined }
	/** No response came, so the contact may exist. */
	| { outcome: 'unknown' };

/** The channel whose contacts are meant. */
interface TokenOwner {
	baseUrl: string;
	token: string;
}

/** Recent creations by all executions of this process. Expires them, and evicts the oldest. */
export class RecentCreations {
	/** The oldest first. */
	private readonly creations = new Map<string, { creation: Creation; createdAt: number }>();

	private readonly locks = new KeyedLock();

	constructor(private readonly clock: Clock) {}

	/** The creations in one channel. */
	ofChannel({ baseUrl, token }: TokenOwner): ChannelCreations {
		// Hashes, so that neither tokens nor personal data stay in memory.
		const channel = hash([baseUrl, token]);
		const keyOf = ({ name, value }: CustomFieldReference) => hash([channel, name, value]);
		return {
			lock: async (reference, stop, perform) =>
				await this.locks.run(keyOf(reference), stop, perform),
			get: (reference) => this.get(keyOf(reference)),
			add: (reference, creation) => {
				this.add(keyOf(reference), creation);
			},
			remove: (reference) => {
				this.creations.delete(keyOf(reference));
			},
		};
	}

	private get(key: string): Creation | undefined {
		this.removeExpired();
		return this.creations.get(key)?.creation;
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

/** The recent creations in one channel. */
export interface ChannelCreations {
	/**
	 * Performs work while no other execution searches for or creates the same contact. Returns its
	 * result; `undefined` if cancelled before it starts.
	 */
	lock<Result>(
		reference: CustomFieldReference,
		stop: CancellationToken,
		perform: () => Promise<Result>,
	): Promise<Result | undefined>;
	get(reference: CustomFieldReference): Creation | undefined;
	add(reference: CustomFieldReference, creation: Creation): void;
	remove(reference: CustomFieldReference): void;
}

function hash(parts: readonly string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Outlives executions. A worker process has its own. */
export const recentCreations = new RecentCreations(systemClock);
