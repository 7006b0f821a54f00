import { ApiError } from '../api/apiError';
import type { Channel } from '../api/channel';
import type { Contact, ContactPage } from '../api/contact';
import type { CustomFieldReference } from './contactReference';

/**
 * The contacts whose custom field has a value, page after page from 1 on, without end if the service
 * has none (section 4.2, Find contacts by custom field). Pages are asked for by number, never by the
 * links that the service gives, so that the token goes nowhere else.
 *
 * Each contact is returned once. Rejects with an `ApiError`, including when a page that promises another
 * one contains no new contact.
 */
export async function* contactPages(
	channel: Pick<Channel, 'findContacts'>,
	{ name, value }: CustomFieldReference,
): AsyncGenerator<ContactPage & { page: number }, void> {
	const seen = new Set<string>();
	let hasNext = true;
	for (let page = 1; hasNext; page += 1) {
		const found = await channel.findContacts(name, value, page);
		// Contacts that are added meanwhile push others to the next page, which may be the last.
		const contacts = distinctContacts(found.contacts, seen);
		const isRepeated = found.contacts.length > 0 && contacts.length === 0 && found.hasNext;
		if (isRepeated) throw new ApiError({ reason: 'pagesRepeat', outcome: 'notDone', page });
		hasNext = found.hasNext && contacts.length > 0;
		yield { ...found, contacts, page, hasNext };
	}
}

/** Returns the contacts that are not in `seen` yet, each once, and adds them to it. */
export function distinctContacts(contacts: readonly Contact[], seen = new Set<string>()) {
	return contacts.filter((contact) => {
		const identity = identityOf(contact);
		if (seen.has(identity)) return false;
		seen.add(identity);
		return true;
	});
}

function identityOf(contact: Contact): string {
	return JSON.stringify(contact.id ?? contact);
}
