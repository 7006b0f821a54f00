import { ApiError } from '../client/apiError';
import { contactIdOf } from '../client/contactId';
import { fieldsOf, hasFieldText } from '../client/customFieldText';
import type { CustomFieldAssignment } from '../client/customFieldAssignment';
import type { Contact } from '../client/contact';
import { getIfExists } from './getIfExists';
import type { SearchedChannel } from './searchPages';

/**
 * Search results can include similar values. If a result doesn't show whether the custom field has
 * exactly this value, the contact is read by its ID.
 */
export async function exactMatches(
	channel: SearchedChannel,
	name: string,
	{ value, contacts }: { value: string; contacts: readonly Contact[] },
): Promise<Contact[]> {
	const exact: Contact[] = [];
	for (const contact of contacts) {
		const isExact = hasFieldText(contact, name, value);
		const complete =
			isExact === undefined ? await readComplete(channel, contact, { name, value }) : contact;
		if (complete !== undefined && hasFieldText(complete, name, value) === true) {
			exact.push(complete);
		}
	}
	return exact;
}

/** Returns `undefined` if the contact was deleted. */
async function readComplete(
	channel: SearchedChannel,
	contact: Contact,
	{ name, value }: CustomFieldAssignment,
): Promise<Contact | undefined> {
	const contactId = contactIdOf(contact);
	const complete = contactId === undefined ? {} : await getIfExists(channel, contactId);
	if (complete === undefined) return undefined;
	if (hasFieldText(complete, name, value) === undefined) throw valueUnknownError(complete, name);
	return { ...complete, id: contact.id };
}

/**
 * The error for a contact if the response doesn't show whether the contact has the search value.
 */
export function valueUnknownError(contact: Contact, name: string): ApiError {
	const reason = Object.hasOwn(fieldsOf(contact), name) ? 'valueRounded' : 'fieldNotReturned';
	return new ApiError({ reason, outcome: 'notDone', name });
}
