import { ApiError } from '../api/apiError';
import type { Channel } from '../api/channel';
import { type Contact, fieldsOf, identifierOf, nameOf } from '../api/contact';
import { distinctContacts } from './contactPages';
import { type CustomFieldReference, spellingsOf } from './contactReference';

/** The number of contacts that an error lists. */
const maxMatches = 3;

/**
 * Returns the ID of the one contact whose custom field has the value or another spelling of it
 * (section 4.2, Find contacts by custom field), or `undefined` if there is none. How the service
 * compares values isn't shown, so contacts that show a different value are ignored.
 *
 * Rejects with an `ApiError` if several contacts have the value, or if the service found only
 * contacts with different values.
 *
 * @param onOtherSpelling is called with the contact's value if it is another spelling
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
				contactId: identifierOf(contact) ?? '',
			}));
			const details = { outcome: 'notDone', name, value, count, matches } as const;
			throw new ApiError({ reason: 'contactAmbiguous', ...details });
		}
		const contactId = match && identifierOf(match);
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

/** Returns the contacts with the value, or else those with another spelling, and that spelling. */
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

/** Whether a contact shows a different value. Some custom fields aren't shown. */
function showsAnother(contact: Contact, name: string, value: string): boolean {
	const fields = fieldsOf(contact);
	return Object.hasOwn(fields, name) && String(fields[name]) !== value;
}
