import { ApiError } from '../api/apiError';
import type { Channel } from '../api/channel';
import type { Contact } from '../api/contact';
import { contactPages } from './contactPages';
import type { CustomFieldReference } from './contactReference';

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
 * All contacts whose custom field has a value, up to a limit. Rejects with an `ApiError`, also where
 * the service repeats its pages or never ends its list.
 */
export async function findAllContacts(
	channel: Pick<Channel, 'findContacts'>,
	search: CustomFieldReference & { limit: number },
): Promise<Contact[]> {
	const found: Contact[] = [];
	let characters = 0;
	for await (const { contacts, page, size, hasNext } of contactPages(channel, search)) {
		for (const contact of contacts) found.push(contact);
		if (found.length >= search.limit) return found.slice(0, search.limit);
		characters += size;
		const isTooLong =
			page >= longestList.pages ||
			found.length >= longestList.contacts ||
			characters >= longestList.characters;
		if (isTooLong && hasNext) {
			const length = { pages: page, contacts: found.length };
			throw new ApiError({ reason: 'listTooLong', outcome: 'notDone', ...length });
		}
	}
	return found;
}
