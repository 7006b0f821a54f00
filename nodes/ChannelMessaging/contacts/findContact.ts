import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import { type Contact, fieldsOf, contactIdOf, nameOf } from '../client/model';
import { distinctContacts } from './searchContacts';

/** The maximum number of contacts that the error for an ambiguous value lists. */
const maxMatches = 3;

/**
 * Returns the ID of the only contact whose custom field has the value or another spelling of it, or
 * `undefined` if the service finds none. How the service compares values isn't documented, so
 * contacts with a different value are ignored.
 *
 * Rejects with an `ApiError` if several contacts have the value, or if the service finds only
 * contacts with different values.
 *
 * @param onOtherSpelling is called with the contact's value if its spelling differs
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

/** Returns the contacts with the value, or else with another spelling, and their spelling. */
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
 * Returns whether a contact has a different value. Returns false if the field is missing, because
 * responses may omit fields.
 */
function showsAnother(contact: Contact, name: string, value: string): boolean {
	const fields = fieldsOf(contact);
	return Object.hasOwn(fields, name) && String(fields[name]) !== value;
}

/** Refers to a contact by the value of a custom field. */
export interface CustomFieldReference {
	kind: 'customField';
	/** The name of the custom field in the channel. */
	name: string;
	value: string;
	/** Other spellings of the phone number, which are searched if no contact has the value. */
	otherSpellings?: readonly string[];
}

/** The user's choice of a contact, by ID or by custom field. */
export type ContactReference = { kind: 'id'; contactId: string } | CustomFieldReference;

/** Returns a map key for a custom field and its value. */
export function keyOf({ name, value }: CustomFieldReference): string {
	return JSON.stringify([name, value]);
}

/** Returns the value and its other spellings in the order in which they are searched. */
export function spellingsOf({ value, otherSpellings = [] }: CustomFieldReference): string[] {
	return [value, ...otherSpellings];
}
