import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import { fieldText } from '../client/model';
import { type CustomFieldReference, keyOf, valuesOf } from '../phoneNumbers/customFieldReference';
import type { CancellationToken } from '../scheduling/cancellation';
import { findContact, type FoundContact } from './findContact';
import type { ChannelCreations } from './recentCreations';
import { getIfExists } from './searchContacts';

type SearchedChannel = Pick<Channel, 'findContacts' | 'getContact'>;

/** The result of a contact search. Determines whether an item creates or updates a contact. */
export type Match =
	| { kind: 'existing'; contactId: string }
	/**
	 * Callers must report the new contact's ID with `created`, or `undefined` if the ID is unknown.
	 */
	| { kind: 'missing'; created(contactId: string | undefined): void };

interface MatchingItem {
	channel: SearchedChannel;
	itemIndex: number;
	/** Whether a previous attempt of the item sent a request with an unknown outcome. */
	hasUnknownRequest: boolean;
	/**
	 * Whether to create the contact if an earlier request may have created it. This can cause
	 * duplicates.
	 */
	retryWhenUnsure: boolean;
	cancellation: CancellationToken;
}

/** Finds contacts in a channel. All attempts (Retry On Fail) of a node execution share it. */
export class ContactLookup {
	/** Maps the key of a reference to its contact. */
	private readonly contacts = new Map<string, FoundContact>();

	/** The contacts that *Create or Update* saved in this or in an earlier attempt, by item. */
	private readonly saved = new Map<number, Match>();

	/** @param creations contacts that were recently created in the channel by any execution */
	constructor(private readonly creations: ChannelCreations) {}

	/** Returns a contact that this node execution found. */
	found(reference: CustomFieldReference): FoundContact | undefined {
		return this.contacts.get(keyOf(reference));
	}

	/**
	 * Finds a contact, once per node execution. Rejects with an `ApiError` if no contact matches, or
	 * if several contacts match.
	 */
	async lookUp(channel: SearchedChannel, reference: CustomFieldReference): Promise<void> {
		if (this.found(reference) !== undefined) return;
		if ((await this.find(channel, reference)) !== undefined) return;
		throw new ApiError({ reason: 'contactNotFound', outcome: 'notDone', searched: reference });
	}

	/**
	 * Searches for a contact, and creates or updates it with `save`. Returns the result of `save`, or
	 * `undefined` if the execution was stopped before the search.
	 *
	 * Holds a lock, so that concurrent executions in this process don't create the same contact
	 * twice.
	 *
	 * Rejects with an `ApiError` if several contacts match, or if an earlier request may have created
	 * the contact.
	 */
	async match<Result>(
		reference: CustomFieldReference,
		item: MatchingItem,
		save: (match: Match) => Promise<Result>,
	): Promise<Result | undefined> {
		const { itemIndex } = item;
		return await this.creations.lock(reference, item.cancellation, async () => {
			// An item that was saved in an earlier attempt repeats its requests, whose responses are in
			// the journal. Another contact would be saved a second time.
			const match = this.saved.get(itemIndex) ?? (await this.findMatch(reference, item));
			const result = await save(match).catch((error: unknown) => {
				const isNotDone = error instanceof ApiError && error.outcome === 'notDone';
				if (match.kind === 'missing' && !this.saved.has(itemIndex) && !isNotDone) {
					this.creations.add(reference, { outcome: 'unknown' });
				}
				throw error;
			});
			this.saved.set(itemIndex, match);
			return result;
		});
	}

	private async find(
		channel: SearchedChannel,
		reference: CustomFieldReference,
	): Promise<FoundContact | undefined> {
		const found = await findContact(channel, reference);
		if (found !== undefined) this.contacts.set(keyOf(reference), found);
		return found;
	}

	private async findMatch(
		reference: CustomFieldReference,
		{ channel, itemIndex, hasUnknownRequest, retryWhenUnsure }: MatchingItem,
	): Promise<Match> {
		const missing: Match = {
			kind: 'missing',
			created: (contactId) => {
				this.saved.set(itemIndex, missing);
				this.creations.add(reference, { outcome: 'done', contactId });
			},
		};
		const found = await this.find(channel, reference);
		const creation = this.creations.get(reference);
		if (found !== undefined) {
			const { contactId } = found;
			// The search may be served by several replicas, of which some still lack the contact.
			if (creation !== undefined) this.creations.add(reference, { outcome: 'done', contactId });
			return { kind: 'existing', contactId };
		}
		if (creation === undefined) return missing;
		if (creation.outcome === 'unknown') {
			// Ignores the unknown outcome of the item's own request. In this case, the journal returns
			// the error of the request.
			if (hasUnknownRequest || retryWhenUnsure) return missing;
			throw doubtful(reference);
		}
		const { contactId } = creation;
		if (contactId === undefined) throw doubtful(reference);
		const contact = await getIfExists(channel, contactId);
		const value = contact && fieldText(contact, reference.name);
		if (contact !== undefined && value === undefined) throw doubtful(reference);
		if (value !== undefined && valuesOf(reference).includes(value)) {
			return { kind: 'existing', contactId };
		}
		this.creations.remove(reference);
		return missing;
	}
}

function doubtful(reference: CustomFieldReference): ApiError {
	return new ApiError({ ...reference, reason: 'contactDoubtful', outcome: 'notDone' });
}
