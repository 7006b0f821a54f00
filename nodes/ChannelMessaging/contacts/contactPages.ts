import { ApiError } from '../api/apiError';
import type { Channel } from '../api/channel';
import type { Contact } from '../api/contact';
import type { CustomFieldReference } from './contactReference';

/** A page of a search, without the contacts that came on an earlier one. */
export interface UnseenContacts {
	contacts: Contact[];
	/** From 1 on. */
	page: number;
	/** The length of the page as text, in characters. */
	size: number;
	/** How many contacts the service says it has found in all, where it says so. */
	total?: number;
	isLast: boolean;
}

/**
 * The contacts whose custom field has a value, page after page, without end if the service has none
 * (section 4.2, Find contacts by custom field). Pages are asked for by number, never by the links
 * that the service gives, so that the token goes nowhere else.
 *
 * Rejects with an `ApiError`, also where the service repeats its pages.
 */
export async function* contactPages(
	channel: Pick<Channel, 'findContacts'>,
	{ name, value }: CustomFieldReference,
): AsyncGenerator<UnseenContacts, void> {
	const seen = new Set<string>();
	for (let page = 1; ; page += 1) {
		const { contacts, hasNext, ...rest } = await channel.findContacts(name, value, page);
		// Contacts that are added meanwhile push others to the next page: nobody is given twice.
		const unseen = contacts.filter((contact) => !seen.has(identityOf(contact)));
		const isRepeated = contacts.length > 0 && unseen.length === 0;
		if (isRepeated) throw new ApiError({ reason: 'pagesRepeat', outcome: 'notDone', page });
		for (const contact of unseen) seen.add(identityOf(contact));
		const isLast = !hasNext || contacts.length === 0;
		yield { contacts: unseen, page, ...rest, isLast };
		if (isLast) return;
	}
}

function identityOf(contact: Contact): string {
	return JSON.stringify(contact.id ?? contact);
}
