import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import { type Contact, fieldsOf, contactIdOf, nameOf } from '../client/model';
import { type CustomFieldReference, spellingsOf } from '../phoneNumbers/customFieldReference';
import { distinctContacts } from './searchContacts';

/** The maximum number of contacts to list in an error message. */
const maxMatches = 3;

/**
 * Returns the ID of the contact with a custom field value, or `undefined` if the service finds no
 * contact. Phone numbers are searched in several formats.
 *
 * Rejects with an `ApiError` if several contacts match, or if the service finds only contacts with
 * different values. How the service compares values isn't documented.
 *
 * @param onOtherSpelling called with the contact's phone number if its format differs
 */
export async function findContact(
	channel: Pick<Channel, 'findContacts'>,
	reference: CustomFieldReference,
	onOtherSpelling?: (spelling: string) => void,
): Promise<string | undefined> {
	const { name } = reference;
	let inexact: ApiError | undefined;
	for (const value of spellingsOf(reference)) {
		const { contacts, hasNext, total = 0 } = await channel.findContacts(name, value, 1);
		if (contacts.length === 0) continue;
		const [spelling, matching] = matchingContacts(distinctContacts(contacts), reference, value);
		const [match, another] = matching;
		if (another !== undefined || (match !== undefined && hasNext)) {
			const count = hasNext ? Math.max(2, total, contacts.length) : matching.length;
			const matches = matching.slice(0, maxMatches).map((contact) => ({
				name: nameOf(contact),
				contactId: contactIdOf(contact) ?? '',
			}));
			const details = { outcome: 'notDone', name, value, count, matches } as const;
			throw new ApiError({ reason: 'contactAmbiguous', ...details });
		}
		const contactId = match && contactIdOf(match);
		if (contactId !== undefined) {
			if (spelling !== reference.value) onOtherSpelling?.(spelling);
			return contactId;
		}
		const count = Math.max(total, contacts.length);
		inexact ??= new ApiError({ reason: 'contactInexact', outcome: 'notDone', name, value, count });
	}
	if (inexact !== undefined) throw inexact;
	return undefined;
}

/** Returns the contacts with a custom field value, and the phone number format that matched. */
function matchingContacts(
	contacts: readonly Contact[],
	reference: CustomFieldReference,
	value: string,
): [spelling: string, contacts: Contact[]] {
	const { name } = reference;
	const matching = (spelling: string) =>
		contacts.filter((contact) => !showsAnother(contact, name, spelling));
	const spellings = [value, ...spellingsOf(reference)];
	const found = spellings.find((spelling) => matching(spelling).length > 0) ?? value;
	return [found, matching(found)];
}

/**
 * Returns whether a custom field of the contact has a value other than the searched one. Returns
 * `false` if the contact lacks the field, because responses may omit fields.
 */
function showsAnother(contact: Contact, name: string, value: string): boolean {
	const fields = fieldsOf(contact);
	return Object.hasOwn(fields, name) && String(fields[name]) !== value;
}
