import { ApiError } from '../api/apiError';
import type { Channel } from '../api/channel';
import type { Contact } from '../api/contact';

/**
 * How much of a list is read at most: longer ones never end, or would fill n8n's memory. The pages
 * take an hour and a half at the service's rate.
 */
export const longestList = {
	pages: 10_000,
	contacts: 100_000,
	characters: 64 * 1024 * 1024,
} as const;

/**
 * All contacts whose custom field has a value, up to a limit, page after page (section 4.2, Find
 * contacts by custom field). Pages are asked for by number, never by the links that the service
 * gives, so that the token goes nowhere else.
 *
 * Rejects with an `ApiError`, also where the service repeats its pages or never ends its list.
 */
export async function findAllContacts(
	channel: Pick<Channel, 'findContacts'>,
	search: { fieldName: string; fieldValue: string; limit: number },
): Promise<Contact[]> {
	const found: Contact[] = [];
	const seen = new Set<string>();
	let characters = 0;
	for (let page = 1; ; page += 1) {
		const { contacts, size, hasNext } = await channel.findContacts(
			search.fieldName,
			search.fieldValue,
			page,
		);
		// Contacts that are added meanwhile push others to the next page: nobody is given twice.
		const unseen = contacts.filter((contact) => !seen.has(identityOf(contact)));
		if (contacts.length > 0 && unseen.length === 0) {
			throw new ApiError({ reason: 'pagesRepeat', outcome: 'notDone', page });
		}
		for (const contact of unseen) seen.add(identityOf(contact));
		found.push(...unseen);
		if (found.length >= search.limit) return found.slice(0, search.limit);
		if (!hasNext || contacts.length === 0) return found;
		characters += size;
		const isTooLong =
			page >= longestList.pages ||
			found.length >= longestList.contacts ||
			characters >= longestList.characters;
		if (isTooLong) {
			const length = { pages: page, contacts: found.length };
			throw new ApiError({ reason: 'listTooLong', outcome: 'notDone', ...length });
		}
	}
}

function identityOf(contact: Contact): string {
	return JSON.stringify(contact.id ?? contact);
}
