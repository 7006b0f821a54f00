import { ApiError } from '../api/apiError';
import type { Channel } from '../api/channel';
import type { Contact, ContactPage } from '../api/contact';
import type { CustomFieldReference } from './contactReference';

/**
 * The contacts whose custom field has a value, page after page from 1 on, without end if the service
 * has none (section 4.2, Find contacts by custom field). Pages are asked for by number, never by the
 * links that the service gives, so that the token goes nowhere else.
 *
 * Rejects with an `ApiError`, also where the service repeats its pages.
 */
export async function* contactPages(
	channel: Pick<Channel, 'findContacts'>,
	{ name, value }: CustomFieldReference,
): AsyncGenerator<ContactPage & { page: number }, void> {
	const seen = new Set<string>();
	let hasNext = true;
	for (let page = 1; hasNext; page += 1) {
		const found = await channel.findContacts(name, value, page);
		// Contacts that are added meanwhile push others to the next page: nobody is given twice.
		const contacts = found.contacts.filter((contact) => !seen.has(identityOf(contact)));
		const isRepeated = found.contacts.length > 0 && contacts.length === 0;
		if (isRepeated) throw new ApiError({ reason: 'pagesRepeat', outcome: 'notDone', page });
		for (const contact of contacts) seen.add(identityOf(contact));
		hasNext = found.hasNext && contacts.length > 0;
		yield { ...found, contacts, page, hasNext };
	}
}

function identityOf(contact: Contact): string {
	return JSON.stringify(contact.id ?? contact);
}
