import { createHash } from 'node:crypto';

import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import type { ItemJournal } from '../client/journal';
import type { CancellationToken } from '../scheduling/cancellation';
import { type Clock, systemClock } from '../scheduling/clock';
import { KeyedLock } from '../scheduling/keyedQueue';
import { type CustomFieldReference, findContact, keyOf } from './findContact';

/** What one run of a node knows of a contact. */
interface KnownContact {
	/** Where a search found it, or a creation told it. */
	contactId?: string | undefined;
	/** The calls of the item that created it. */
	createdBy?: ItemJournal;
}

/** The contact that an item wants to create or update. */
export type Match =
	| {
			kind: 'existing';
			contactId: string;
			/** Whether the search didn't show the contact, which an earlier execution created. */
			isRemembered: boolean;
	  }
	/** To be created; `created` must be called with the ID, `undefined` if it can't be read. */
	| { kind: 'missing'; created(contactId: string | undefined): void };

/** An item that creates or updates a contact. */
interface MatchingItem {
	channel: Pick<Channel, 'findContacts'>;
	/** Those of the item's channel. */
	creations: ChannelCreations;
	/** Those of the item. */
	calls: ItemJournal;
	/** Whether a contact that may have been created may be created again. */
	resendWhenUnsure: boolean;
	stop: CancellationToken;
	/** Is called with the contact's phone number if it is spelled differently. */
	onOtherSpelling?: (spelling: string) => void;
}

/** What one run of a node knows of contacts. */
export class ContactMemory {
	private readonly contacts = new Map<string, KnownContact>();

	/**
	 * The identifier of the contact that must exist, searched once in a run. Rejects with an
	 * `ApiError` where no contact or several have the value.
	 */
	async lookUp(
		channel: Pick<Channel, 'findContacts'>,
		reference: CustomFieldReference,
		onOtherSpelling?: (spelling: string) => void,
	): Promise<string> {
		const known = this.of(reference);
		known.contactId ??= await findContact(channel, reference, onOtherSpelling);
		if (known.contactId !== undefined) return known.contactId;
		const { name, value, otherSpellings } = reference;
		const searched = { name, value, ...(otherSpellings && { otherSpellings }) };
		throw new ApiError({ reason: 'contactNotFound', outcome: 'notDone', searched });
	}

	/**
	 * Finds out whether a contact exists, and creates or updates it with `save`. No other execution of
	 * this process searches for or creates the same contact meanwhile. Returns the result of `save`, or
	 * `undefined` if cancelled before the search.
	 *
	 * Rejects with an `ApiError` if several contacts match, and if an earlier request whose outcome is
	 * unknown may have created the contact. If a remembered contact no longer exists, saves once more.
	 */
	async match<Result>(
		reference: CustomFieldReference,
		item: MatchingItem,
		save: (match: Match) => Promise<Result>,
	): Promise<Result | undefined> {
		return await item.creations.lock(reference, item.stop, async () => {
			const match = await this.findMatch(reference, item);
			return await this.saveMatch(reference, item, match, save).catch(async (error: unknown) => {
				if (match.kind === 'missing' || !match.isRemembered || !isNotFound(error)) throw error;
				const current = await this.findMatch(reference, item);
				return await this.saveMatch(reference, item, current, save);
			});
		});
	}

	/** What the run knows of a contact so far. */
	of(reference: CustomFieldReference): KnownContact {
		const key = keyOf(reference);
		const known = this.contacts.get(key) ?? {};
		this.contacts.set(key, known);
		return known;
	}

	private async findMatch(
		reference: CustomFieldReference,
		{ channel, creations, calls, resendWhenUnsure, onOtherSpelling }: MatchingItem,
	): Promise<Match> {
		const known = this.of(reference);
		const created = (contactId: string | undefined) => {
			known.createdBy = calls;
			known.contactId = contactId;
			creations.add(reference, { outcome: 'done', contactId });
		};
		// The next attempt of the item that created the contact repeats its steps, and finds the response.
		if (known.createdBy === calls) return { kind: 'missing', created };
		known.contactId ??= await findContact(channel, reference, onOtherSpelling);
		if (known.contactId !== undefined) {
			return { kind: 'existing', contactId: known.contactId, isRemembered: false };
		}
		const creation = creations.get(reference);
		if (creation?.outcome === 'done') {
			if (creation.contactId === undefined) throw doubtful(reference);
			return { kind: 'existing', contactId: creation.contactId, isRemembered: true };
		}
		// The item whose own request has an unknown outcome gets that error from its journal.
		const isOwn = calls.unknownOutcome() !== undefined;
		if (creation !== undefined && !isOwn && !resendWhenUnsure) throw doubtful(reference);
		return { kind: 'missing', created };
	}

	private async saveMatch<Result>(
		reference: CustomFieldReference,
		{ creations, calls }: MatchingItem,
		match: Match,
		save: (match: Match) => Promise<Result>,
	): Promise<Result> {
		const known = this.of(reference);
		return await save(match).catch((error: unknown) => {
			if (match.kind === 'existing' && isNotFound(error)) {
				known.contactId = undefined;
				creations.remove(reference);
			}
			const isCreated = match.kind === 'existing' || known.createdBy === calls;
			if (!isCreated && !isNotDone(error)) creations.add(reference, { outcome: 'unknown' });
			throw error;
		});
	}
}

function doubtful({ name, value }: CustomFieldReference): ApiError {
	return new ApiError({ reason: 'contactDoubtful', outcome: 'notDone', name, value });
}

function isNotFound(error: unknown): boolean {
	return isNotDone(error) && error.reason === 'contactNotFound';
}

function isNotDone(error: unknown): error is ApiError {
	return error instanceof ApiError && error.outcome === 'notDone';
}

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
