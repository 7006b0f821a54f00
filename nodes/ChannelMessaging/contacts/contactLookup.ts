import { ApiError } from '../client/apiError';
import type { Contact } from '../client/contact';
import { type CustomFieldReference, keyOf } from '../customFieldValues/customFieldReference';
import type { DatedChannel, DatedContact, ReadTime } from './datedContact';
import { valueUnknownError } from './exactMatches';
import { getIfExists } from './getIfExists';
import { findContact } from './findContact';
import { type FoundContact, contactSummary } from './contactSummary';
import { stillHasValue } from './stillHasValue';
import { MemoryUse } from './memoryUse';
import { recentContactChanges } from './recentContactChanges';
import { recentlySavedValues } from './recentlySavedValues';

type FoundByValue = DatedContact<FoundContact> & { contact: Contact };

/** The read time of a contact that an earlier search found but the latest search didn't. */
const lost: ReadTime = { readAt: -Infinity, readDate: -Infinity };

/**
 * Finds and caches contacts. Shared by all attempts (Retry On Fail) of a node execution.
 * `ChannelItems` ensures that items with the same value share one search.
 */
export class ContactLookup {
	/**
	 * Contacts that were found, by the reference's key. They are never removed, because items that
	 * haven't started yet depend on them.
	 */
	private readonly contacts = new Map<string, DatedContact<FoundContact>>();

	/** Contacts that `read` returned, by ID. */
	private readonly contactsById = new Map<string, DatedContact>();

	constructor(
		readonly channelKey: string,
		readonly savedValues = recentlySavedValues,
		readonly changes = recentContactChanges,
		private readonly memory = new MemoryUse(),
	) {}

	found(reference: CustomFieldReference): DatedContact<FoundContact> | undefined {
		return this.contacts.get(keyOf(reference));
	}

	/** Returns `undefined` if the tags may lack a change that this process has made. */
	foundWithTags(reference: CustomFieldReference): DatedContact<FoundContact> | undefined {
		const found = this.found(reference);
		return found?.tagsMayLag === true ? undefined : found;
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
		const known = needsTags ? this.foundWithTags(reference) : this.found(reference);
		if (known === undefined || known.readAt === lost.readAt) {
			await this.lookUpAgain(channel, reference, needsTags);
		}
	}

	/**
	 * Searches without using the cache, so a different contact may be found. Rejects unless exactly
	 * one contact matches.
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
	 * Reads a found contact by its ID if the search results may not include a change made by this
	 * process. Returns `undefined` if this process has replaced the value.
	 */
	private async withChanges(
		channel: DatedChannel,
		reference: CustomFieldReference,
		found: FoundByValue,
		needsTags: boolean,
	): Promise<FoundByValue | undefined> {
		const mayLack = (name?: string) => this.changes.mayLack(this.channelKey, found, name);
		const mayLackValue = mayLack(reference.name);
		const tagsMayLag = mayLack();
		if (!mayLackValue && !(needsTags && tagsMayLag)) return { ...found, tagsMayLag };
		const contact = await getIfExists(channel, found.contactId);
		const isStill = contact && stillHasValue(contact, reference);
		if (contact === undefined || isStill === false) return undefined;
		// Some services omit custom fields without a value.
		if (isStill === undefined && mayLackValue) throw valueUnknownError(contact, reference.name);
		return { ...found, ...contactSummary(contact, found.contactId), contact };
	}

	/**
	 * Reads a contact that was just found. A search with several requests can take so long that its
	 * result is already outdated when it ends. If the contact now has another value, the cached result
	 * isn't updated. Rejects if the contact doesn't exist or may have lost the
	 * value.
	 */
	async confirm(
		channel: DatedChannel,
		reference: CustomFieldReference,
		found: DatedContact<FoundContact>,
	): Promise<DatedContact> {
		const { contactId, value } = found;
		const contact = await channel.getContact(contactId);
		const isStill = stillHasValue(contact, reference);
		if (isStill === false) return found;
		// Some services omit custom fields without a value.
		if (isStill === undefined) throw valueUnknownError(contact, reference.name);
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

	/** Reads the contact without using the cache, and updates the cached result if there is one. */
	async readAgain(channel: DatedChannel, contactId: string): Promise<DatedContact> {
		const response = await channel.getContact(contactId);
		const contact = { ...contactSummary(response, contactId), ...channel.firstRequest() };
		if (this.contactsById.has(contactId)) this.contactsById.set(contactId, contact);
		return contact;
	}

	/**
	 * Reads a contact that *Create or Update* has found. Rejects if the contact may no longer have the
	 * value.
	 */
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

	/** Searches without using the cache, but caches the result. */
	async search(
		channel: DatedChannel,
		reference: CustomFieldReference,
	): Promise<FoundByValue | undefined> {
		const found = await this.find(channel, reference);
		if (found !== undefined) this.keep(reference, found);
		return found;
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
		{ contact, contactId, value, tagsMayLag = false, readAt, readDate }: FoundByValue,
	): void {
		// Custom fields aren't cached, because they would use too much memory.
		const known = { ...contactSummary(contact, contactId), value, tagsMayLag, readAt, readDate };
		this.contacts.set(keyOf(reference), known);
		this.memory.add(known);
	}
}
