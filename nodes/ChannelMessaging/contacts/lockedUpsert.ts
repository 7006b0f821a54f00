import { ApiError } from '../client/apiError';
import { canonicalContactId } from '../client/canonicalContactId';
import type { Contact } from '../client/contact';
import { contactIdOf } from '../client/contactId';
import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import type { ItemJournal } from '../retryOnFail/itemJournal';
import type { CancellationToken } from '../scheduling/cancellationToken';
import { ambiguousContactsError } from './ambiguousContacts';
import type { ContactLookup } from './contactLookup';
import type { DatedChannel, ReadTime } from './datedContact';
import { valueUnknownError } from './exactMatches';
import { getIfExists } from './getIfExists';
import type { SavedValue } from './recentlySavedValues';
import { stillHasValue } from './stillHasValue';

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
			/** When the search started. Missing if an earlier attempt saved the contact. */
			searched?: ReadTime | undefined;
	  }
	| { kind: 'missing' };

interface ExistingContact {
	/** The ID of the existing contact. Missing if the contact must be created. */
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
 * Finds a contact and passes it to `save`, which creates or updates it. Returns `undefined` if
 * the execution was stopped before the search. Rejects if several contacts match, or if an
 * earlier request may have created the contact.
 *
 * A lock keeps concurrent executions in this process from creating the same contact twice.
 */
export async function lockedUpsert<Result>(
	lookup: ContactLookup,
	reference: CustomFieldReference,
	item: UpsertedItem,
	save: (target: UpsertTarget) => Promise<Result>,
): Promise<Result | undefined> {
	const { channelKey, savedValues } = lookup;
	const { journal, saved, cancellation } = item;
	const saveTo = async (
		{ contactId, current }: ExistingContact,
		searched?: ReadTime,
	): Promise<Result> => {
		journal.existingContactId = contactId;
		const fieldNames = lookup.found(reference)?.fieldNames ?? [];
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
	return await savedValues.lock(channelKey, reference, saved, cancellation, async () => {
		const existing = await existingContact(lookup, reference, item);
		return await saveTo(existing, item.channel.firstRequest());
	});
}

async function existingContact(
	lookup: ContactLookup,
	reference: CustomFieldReference,
	{ channel, retryWhenUnsure }: UpsertedItem,
): Promise<ExistingContact> {
	const { changes, channelKey, savedValues } = lookup;
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
	// The search can take longer than values are kept, and the lock prevents changes meanwhile.
	const saved = savedValues.get(channelKey, reference);
	const search = async () => {
		const match = await lookup.search(channel, reference);
		// The search may show a value that this process has replaced.
		if (match === undefined || changes.areIn(channelKey, match, name)) return match;
		return (await showsValue(match.contactId, notReturned)) ? match : ('lost' as const);
	};
	let found = await search();
	// The first search may not have tried the other spellings of the value.
	if (found === 'lost') found = await search();
	if (found !== undefined && found !== 'lost') {
		const { contactId, value } = found;
		const other = await otherSaved(channel, reference, contactId, saved);
		if (other !== undefined) throw ambiguousContactsError(reference, [found.contact, other], 2);
		// Search results may still lack a new contact or contain an old value, so a found contact
		// never replaces a created contact whose ID is known.
		if (saved && saved.contactId === undefined && value === reference.value) {
			savedValues.add(channelKey, reference, { outcome: 'unknown', contactId });
		}
		const isCurrent = changes.areIn(channelKey, found);
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
 * Returns another contact that this process saved with the value, if that contact still has the
 * value. Searches may not find the contact yet.
 */
async function otherSaved(
	channel: DatedChannel,
	reference: CustomFieldReference,
	foundId: string,
	{ contactId }: SavedValue = { outcome: 'done' },
): Promise<Contact | undefined> {
	const isSame = (other: string) => canonicalContactId(other) === canonicalContactId(foundId);
	if (contactId === undefined || isSame(contactId)) return undefined;
	const contact = await getIfExists(channel, contactId);
	// The ID of a created contact can differ from the ID that searches return.
	if (contact === undefined || isSame(contactIdOf(contact) ?? contactId)) return undefined;
	return stillHasValue(contact, reference) === true ? contact : undefined;
}
