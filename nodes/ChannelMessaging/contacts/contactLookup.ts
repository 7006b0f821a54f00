import { createHash } from 'node:crypto';

import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import type { CancellationToken } from '../scheduling/cancellation';
import { type Clock, systemClock } from '../scheduling/clock';
import { KeyedLock } from '../scheduling/keyedQueue';
import { type CustomFieldReference, keyOf } from '../phoneNumbers/customFieldReference';
import { findContact } from './findContact';

interface KnownContact {
	/** The contact's ID, from a search or from the response to a create request. */
	contactId?: string | undefined;
	/** The index of the item that created the contact. */
	createdBy?: number;
}

/** The result of a contact search. Determines whether an item creates or updates a contact. */
export type Match =
	| {
			kind: 'existing';
			contactId: string;
			/** Whether the contact was created recently, and doesn't appear in search results yet. */
			isRemembered: boolean;
	  }
	/**
	 * Callers must report the new contact's ID with `created`, or `undefined` if the ID is unknown.
	 */
	| { kind: 'missing'; created(contactId: string | undefined): void };

interface MatchingItem {
	channel: Pick<Channel, 'findContacts'>;
	itemIndex: number;
	/** Whether a previous attempt of the item sent a request with an unknown outcome. */
	hasUnknownRequest: boolean;
	/**
	 * Whether to create the contact if an earlier request may have created it. This can cause
	 * duplicates.
	 */
	retryWhenUnsure: boolean;
	cancellation: CancellationToken;
	/** Called with the contact's phone number if its format differs from the search value. */
	onOtherSpelling?: (spelling: string) => void;
}

/** Finds contacts in a channel, and caches their IDs during a node execution. */
export class ContactLookup {
	private readonly contacts = new Map<string, KnownContact>();

	/** @param creations contacts that were recently created in the channel by any execution */
	constructor(private readonly creations: ChannelCreations) {}

	/**
	 * Returns the contact's ID, and caches it for the rest of the node execution. Rejects with an
	 * `ApiError` if no contact matches, or if several contacts match.
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
	 * Searches for a contact, and creates or updates it with `save`. Returns the result of `save`, or
	 * `undefined` if the execution was stopped before the search.
	 *
	 * Holds a lock, so that concurrent executions in this process don't create the same contact
	 * twice. If a recently created contact was deleted, repeats the search and `save` once.
	 *
	 * Rejects with an `ApiError` if several contacts match, or if an earlier request may have created
	 * the contact.
	 */
	async match<Result>(
		reference: CustomFieldReference,
		item: MatchingItem,
		save: (match: Match) => Promise<Result>,
	): Promise<Result | undefined> {
		return await this.creations.lock(reference, item.cancellation, async () => {
			const match = await this.findMatch(reference, item);
			return await this.saveMatch(reference, item, match, save).catch(async (error: unknown) => {
				if (match.kind === 'missing' || !match.isRemembered || !isNotFound(error)) throw error;
				const current = await this.findMatch(reference, item);
				return await this.saveMatch(reference, item, current, save);
			});
		});
	}

	/** Returns the contact's cache entry. Adds an empty entry if there is none. */
	of(reference: CustomFieldReference): KnownContact {
		const key = keyOf(reference);
		const known = this.contacts.get(key) ?? {};
		this.contacts.set(key, known);
		return known;
	}

	private async findMatch(
		reference: CustomFieldReference,
		{ channel, itemIndex, hasUnknownRequest, retryWhenUnsure, onOtherSpelling }: MatchingItem,
	): Promise<Match> {
		const known = this.of(reference);
		const created = (contactId: string | undefined) => {
			known.createdBy = itemIndex;
			known.contactId = contactId;
			this.creations.add(reference, { outcome: 'done', contactId });
		};
		// An item that created its contact repeats all of its requests when n8n retries the node. The
		// journal returns the responses from the previous attempt.
		if (known.createdBy === itemIndex) return { kind: 'missing', created };
		known.contactId ??= await findContact(channel, reference, onOtherSpelling);
		if (known.contactId !== undefined) {
			return { kind: 'existing', contactId: known.contactId, isRemembered: false };
		}
		const creation = this.creations.get(reference);
		if (creation?.outcome === 'done') {
			if (creation.contactId === undefined) throw doubtful(reference);
			return { kind: 'existing', contactId: creation.contactId, isRemembered: true };
		}
		// Ignores the unknown outcome of the item's own request. In this case, the journal returns the
		// error of the request.
		const isDoubtful = creation !== undefined && !hasUnknownRequest;
		if (isDoubtful && !retryWhenUnsure) throw doubtful(reference);
		return { kind: 'missing', created };
	}

	private async saveMatch<Result>(
		reference: CustomFieldReference,
		{ itemIndex }: MatchingItem,
		match: Match,
		save: (match: Match) => Promise<Result>,
	): Promise<Result> {
		const known = this.of(reference);
		return await save(match).catch((error: unknown) => {
			if (match.kind === 'existing' && isNotFound(error)) {
				known.contactId = undefined;
				this.creations.remove(reference);
			}
			const isCreated = match.kind === 'existing' || known.createdBy === itemIndex;
			if (!isCreated && !isNotDone(error)) this.creations.add(reference, { outcome: 'unknown' });
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

interface TokenOwner {
	baseUrl: string;
	token: string;
}

/**
 * The recently created contacts of all channels. Search results may not contain these contacts yet.
 */
export class RecentCreations {
	/**
	 * Maps a hash of channel, custom field, and value to a recently created contact, oldest first.
	 */
	private readonly creations = new Map<string, { creation: Creation; createdAt: number }>();

	private readonly locks = new KeyedLock();

	constructor(private readonly clock: Clock) {}

	/** Returns the recently created contacts in a channel. */
	ofChannel({ baseUrl, token }: TokenOwner): ChannelCreations {
		// Stores only a hash, so that neither tokens nor personal data stay in memory.
		const channel = hash([baseUrl, token]);
		const keyOf = ({ name, value }: CustomFieldReference) => hash([channel, name, value]);
		return {
			lock: async (reference, cancellation, perform) =>
				await this.locks.run(keyOf(reference), cancellation, perform),
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

export interface ChannelCreations {
	/**
	 * Runs `perform` while holding a lock on the contact. Returns the result of `perform`, or
	 * `undefined` if the execution was stopped before `perform` started.
	 */
	lock<Result>(
		reference: CustomFieldReference,
		cancellation: CancellationToken,
		perform: () => Promise<Result>,
	): Promise<Result | undefined>;
	get(reference: CustomFieldReference): Creation | undefined;
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
