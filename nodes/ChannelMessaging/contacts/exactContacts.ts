import { ApiError } from '../client/apiError';
import { contactIdOf } from '../client/contactId';
import { fieldText } from '../client/contactFields';
import type { Contact } from '../client/contact';
import type { SearchedChannel } from './searchPages';

/**
 * Search results can include similar values. If a result doesn't contain the custom field, the
 * contact is read by its ID.
 */
export async function exactContacts(
	channel: SearchedChannel,
	name: string,
	{ value, contacts }: { value: string; contacts: readonly Contact[] },
): Promise<Contact[]> {
	const exact: Contact[] = [];
	for (const contact of contacts) {
		const isComplete = fieldText(contact, name) !== undefined;
		const complete = isComplete ? contact : await readComplete(channel, contact, name);
		if (complete !== undefined && fieldText(complete, name) === value) exact.push(complete);
	}
	return exact;
}

/** Returns `undefined` if the contact was deleted. */
async function readComplete(
	channel: SearchedChannel,
	contact: Contact,
	name: string,
): Promise<Contact | undefined> {
	const contactId = contactIdOf(contact);
	const complete = contactId === undefined ? {} : await getIfExists(channel, contactId);
	if (complete === undefined) return undefined;
	if (fieldText(complete, name) !== undefined) return { ...complete, id: contact.id };
	throw new ApiError({ reason: 'fieldNotReturned', outcome: 'notDone', name });
}

export async function getIfExists(
	channel: SearchedChannel,
	contactId: string,
): Promise<Contact | undefined> {
	return await channel.getContact(contactId).catch((error: unknown) => {
		if (error instanceof ApiError && error.reason === 'contactNotFound') return undefined;
		throw error;
	});
}
