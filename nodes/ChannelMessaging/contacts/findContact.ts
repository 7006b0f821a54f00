import { ApiError } from '../api/apiError';
import type { Channel } from '../api/channel';
import { type Contact, fieldsOf, identifierOf, nameOf } from '../api/contact';
import { distinctContacts } from './contactPages';
import type { CustomFieldReference } from './contactReference';

/** The number of contacts that an error lists. */
const maxMatches = 3;

/**
 * The identifier of the one contact whose custom field has the value (section 4.2, Find contacts by
 * custom field); undefined where there is none. How the service compares values is not shown, so
 * what it finds is looked at: a contact that shows another value is not the one that was meant.
 *
 * Rejects with an `ApiError` where several have the value, or where none of those that the service
 * found really shows it: nothing is done to a guess.
 */
export async function findContact(
	channel: Pick<Channel, 'findContacts'>,
	reference: CustomFieldReference,
): Promise<string | undefined> {
	const { name, value } = reference;
	const { contacts, hasNext, total = 0 } = await channel.findContacts(name, value, 1);
	if (contacts.length === 0) return undefined;
	const matching = distinctContacts(contacts).filter(
		(contact) => !showsAnother(contact, reference),
	);
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
	if (contactId !== undefined) return contactId;
	const count = Math.max(total, contacts.length);
	throw new ApiError({ reason: 'contactInexact', outcome: 'notDone', name, value, count });
}

/** Whether a contact shows another value than the one that was searched; some fields aren't shown. */
function showsAnother(contact: Contact, { name, value }: CustomFieldReference): boolean {
	const fields = fieldsOf(contact);
	return Object.hasOwn(fields, name) && String(fields[name]) !== value;
}
