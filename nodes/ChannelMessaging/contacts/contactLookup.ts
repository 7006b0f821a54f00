import type { ItemJournal } from '../retryOnFail/itemJournal';
import { ApiError } from '../client/apiError';
import type { Contact } from '../client/contact';
import { contactIdOf } from '../client/contactId';
import { canonicalContactId } from '../client/canonicalContactId';
import { type CustomFieldReference, keyOf } from '../customFieldValues/customFieldReference';
import type { CancellationToken } from '../scheduling/cancellationToken';
import type { DatedChannel, DatedContact, ReadTime } from './datedContact';
import { ambiguousContactsError } from './ambiguousContacts';
import { valueUnknownError } from './exactMatches';
import { getIfExists } from './getIfExists';
import { findContact } from './findContact';
import { type FoundContact, contactSummary } from './contactSummary';
import { stillHasValue } from './stillHasValue';
import { MemoryUse } from './memoryUse';
import { recentContactChanges } from './recentContactChanges';
import { recentlySavedValues } from './recentlySavedValues';

/** The contact that *Create or Update* saves for an item. */
export type UpsertTarget =
	| {
			kind: 'existing';
			contactId: string;
			fieldNames: readonly string[];
			/**
			 * The contact as returned by the search. Missing if the search results may not include a
			 * recent change by this process yet.
			 */
			current?: Contact | undefined;
			/** When the search started. Missing if an earlier attempt has saved the contact. */
			searched?: ReadTime | undefined;
	  }
	| { kind: 'missing' };

type FoundByValue = DatedContact<FoundContact> & { contact: Contact };

/** The time of a contact that was found before, but not by the latest search. */
const lost: ReadTime = { readAt: -Infinity, readDate: -Infinity };

interface ExistingContact {
	/** Missing if the contact must be created. */
	contactId?: string | undefined;
	current?: Contact;
}

interface UpsertedItem {
	channel: DatedChannel;
	journal: Pick<ItemJournal<unknown>, 'existingContactId' | 'responseCount'>;
	/** The values to save. A concurrent execution can search for the contact by any of them. */
	saved: readonly CustomFieldReference[];
	/** Whether to create a contact even if it may already exist. */
	retryWhenUnsure: boolean;
	cancellation: CancellationToken;
}

/**
 * Finds and caches contacts. Shared by all attempts (Retry On Fail) of a node execution.
 * `ChannelItems` ensures that items with the same value share one search.
 */
export class ContactLookup {
	/**
	 * Found contacts, by the key of the reference. They are never removed, because items that haven't
	 * started yet depend on them.
	 */
	private readonly contacts = new Map<string, DatedContact<FoundContact>>();

	/** Contacts returned by `read`, by ID. */
	private readonly contactsById = new Map<string, DatedContact>();

	constructor(
		private readonly channelKey: string,
		private readonly recent = recentlySavedValues,
		private readonly changes = recentContactChanges,
		private readonly memory = new MemoryUse(),
	) {}

	found(reference: CustomFieldReference): DatedContact<FoundContact> | undefined {
		return this.contacts.get(keyOf(reference));
	}

	/**
	 * Rejects unless exactly one contact matches. The result is cached for the node execution.
	 *
	 * @param needsTags whether the tags must include the changes of this process
	 */
	async lookUp(
		channel: DatedChannel,
		reference: CustomFieldReference,
		needsTags = false,
	): Promise<void> {
		const known = this.found(reference);
		if (known === undefined || known.readAt === lost.readAt) {
			await this.lookUpAgain(channel, reference, needsTags);
		}
	}

	/**
	 * Searches without the cache, so it may find another contact. Rejects unless exactly one matches.
	 */
	async lookUpAgain(
		channel: DatedChannel,
		reference: CustomFieldReference,
		needsTags = false,
	): Promise<DatedContact<FoundContact>> {
		const found = await this.find(channel, reference);
		const current = found && (await this.withChanges(channel, reference, found, needsTags));
		if (current !== undefined) {
			this.keep(reference, current);
			return current;
		}
		const known = this.found(reference);
		if (known !== undefined) this.contacts.set(keyOf(reference), { ...known, ...lost });
		throw new ApiError({ reason: 'contactNotFound', outcome: 'notDone', searched: reference });
	}

	/**
	 * Reads a found contact by its ID if the search may lack a change that this process has made.
	 * Returns `undefined` if this process has replaced the value.
	 */
	private async withChanges(
		channel: DatedChannel,
		reference: CustomFieldReference,
		found: FoundByValue,
		needsTags: boolean,
	): Promise<FoundByValue | undefined> {
		const mayLack = (name?: string) => this.changes.mayLack(this.channelKey, found, name);
		const mayLackValue = mayLack(reference.name);
		if (!mayLackValue && !(needsTags && mayLack())) return found;
		const contact = await getIfExists(channel, found.contactId);
		const isStill = contact && stillHasValue(contact, reference);
		if (contact === undefined || isStill === false) return undefined;
		// Some services omit custom fields without a value.
		if (isStill === undefined && mayLackValue) throw valueUnknownError(contact, reference.name);
		return { ...found, ...contactSummary(contact, found.contactId), contact };
	}

	/**
	 * Reads a contact that was just found. A search with several requests can take so long that its
	 * result is already outdated when it ends. The cached result stays outdated if the contact now
	 * has another value. Rejects if the contact doesn't exist.
	 */
	async confirm(
		channel: DatedChannel,
		reference: CustomFieldReference,
		found: DatedContact<FoundContact>,
	): Promise<DatedContact> {
		const { contactId, value } = found;
		const contact = await channel.getContact(contactId);
		if (stillHasValue(contact, reference) === false) return found;
		const confirmed = { ...contactSummary(contact, contactId), value, ...channel.firstRequest() };
		this.contacts.set(keyOf(reference), confirmed);
		return confirmed;
	}

	/** Rejects if the contact doesn't exist. The result is cached for the node execution. */
	async read(channel: DatedChannel, contactId: string): Promise<DatedContact> {
		const known = this.contactsById.get(contactId);
		if (known !== undefined) return known;
		this.memory.assertNotFull();
		const contact = await this.readAgain(channel, contactId);
		this.contactsById.set(contactId, contact);
		this.memory.add(contact);
		return contact;
	}

	/** Reads without the cache and updates the cached result if there is one. */
	async readAgain(channel: DatedChannel, contactId: string): Promise<DatedContact> {
		const response = await channel.getContact(contactId);
		const contact = { ...contactSummary(response, contactId), ...channel.firstRequest() };
		if (this.contactsById.has(contactId)) this.contactsById.set(contactId, contact);
		return contact;
	}

	/** Reads a contact that *Create or Update* has found. Rejects if it may have lost the value. */
	async readMatch(
		channel: DatedChannel,
		reference: CustomFieldReference,
		contactId: string,
	): Promise<DatedContact> {
		const contact = await channel.getContact(contactId);
		const isStill = stillHasValue(contact, reference);
		// Some services omit custom fields without a value.
		if (isStill === undefined) throw valueUnknownError(contact, reference.name);
		if (!isStill) {
			throw new ApiError({ ...reference, reason: 'contactChanged', outcome: 'notDone' });
		}
		return { ...contactSummary(contact, contactId), ...channel.firstRequest() };
	}

	/**
	 * Finds a contact and passes it to `save`, which creates or updates it. Returns `undefined` if
	 * the execution was stopped before the search. Rejects if several contacts match, or if an
	 * earlier request may have created the contact.
	 *
	 * A lock keeps concurrent executions in this process from creating the same contact twice.
	 */
	async upsert<Result>(
		reference: CustomFieldReference,
		item: UpsertedItem,
		save: (target: UpsertTarget) => Promise<Result>,
	): Promise<Result | undefined> {
		const { channelKey, recent } = this;
		const { journal, saved, cancellation } = item;
		const saveTo = async (
			{ contactId, current }: ExistingContact,
			searched?: ReadTime,
		): Promise<Result> => {
			journal.existingContactId = contactId;
			const fieldNames = this.found(reference)?.fieldNames ?? [];
			return await save(
				contactId === undefined
					? { kind: 'missing' }
					: { kind: 'existing', contactId, fieldNames, current, searched },
			);
		};
		// An earlier attempt already saved the contact, and the journal returns its responses. A new
		// search could find a different contact, which would then be saved as well.
		if (journal.responseCount > 0) {
			return await saveTo({ contactId: journal.existingContactId });
		}
		return await recent.lock(channelKey, reference, saved, cancellation, async () => {
			const existing = await this.existingContact(reference, item);
			return await saveTo(existing, item.channel.firstRequest());
		});
	}

	private async find(
		channel: DatedChannel,
		reference: CustomFieldReference,
	): Promise<FoundByValue | undefined> {
		this.memory.assertNotFull();
		const found = await findContact(channel, reference);
		if (found === undefined) return undefined;
		return { ...found, ...channel.firstRequest() };
	}

	private keep(
		reference: CustomFieldReference,
		{ contact, contactId, value, readAt, readDate }: FoundByValue,
	): void {
		// Custom fields aren't cached, because they would use too much memory.
		const known = { ...contactSummary(contact, contactId), value, readAt, readDate };
		this.contacts.set(keyOf(reference), known);
		this.memory.add(known);
	}

	private async existingContact(
		reference: CustomFieldReference,
		{ channel, retryWhenUnsure }: UpsertedItem,
	): Promise<ExistingContact> {
		const { channelKey, recent } = this;
		const doubtful = () =>
			new ApiError({ ...reference, reason: 'contactDoubtful', outcome: 'notDone' });
		const showsValue = async (contactId: string, ifUnknown: (contact: Contact) => ApiError) => {
			const contact = await getIfExists(channel, contactId);
			if (contact === undefined) return false;
			const isStill = stillHasValue(contact, reference);
			if (isStill === undefined) throw ifUnknown(contact);
			return isStill;
		};
		const { name } = reference;
		const notReturned = (contact: Contact) => valueUnknownError(contact, name);
		const found = await this.find(channel, reference);
		if (found !== undefined) this.keep(reference, found);
		const saved = recent.get(channelKey, reference);
		// The search may show a value that this process has replaced.
		const isCertain = found && this.changes.areIn(channelKey, found, name);
		if (found !== undefined && (isCertain || (await showsValue(found.contactId, notReturned)))) {
			const { contactId, value } = found;
			const other = await this.otherSaved(channel, reference, contactId);
			if (other !== undefined) throw ambiguousContactsError(reference, [found.contact, other], 2);
			// Search results may still lack a new contact or contain an old value, so a found contact
			// never replaces a created contact whose ID is known.
			if (saved && saved.contactId === undefined && value === reference.value) {
				recent.add(channelKey, reference, { outcome: 'unknown', contactId });
			}
			const isCurrent = this.changes.areIn(channelKey, found);
			return { contactId, ...(isCurrent && { current: found.contact }) };
		}
		if (saved === undefined) return {};
		const { contactId, outcome } = saved;
		if (contactId !== undefined) {
			if (await showsValue(contactId, doubtful)) return { contactId };
			if (outcome === 'done') return {};
		}
		if (outcome === 'unknown' && retryWhenUnsure) return {};
		throw doubtful();
	}

	/**
	 * Returns another contact that this process saved with the value, if it still has the value.
	 * Searches may not find it yet.
	 */
	private async otherSaved(
		channel: DatedChannel,
		reference: CustomFieldReference,
		foundId: string,
	): Promise<Contact | undefined> {
		const { contactId } = this.recent.get(this.channelKey, reference) ?? {};
		const isSame = (other: string) => canonicalContactId(other) === canonicalContactId(foundId);
		if (contactId === undefined || isSame(contactId)) return undefined;
		const contact = await getIfExists(channel, contactId);
		// The ID of a created contact can differ from the one that searches return.
		if (contact === undefined || isSame(contactIdOf(contact) ?? contactId)) return undefined;
		return stillHasValue(contact, reference) === true ? contact : undefined;
	}
}
