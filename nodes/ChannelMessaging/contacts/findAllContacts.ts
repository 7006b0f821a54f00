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
 * Returns all contacts whose custom field has a value, or else another spelling of it, up to a limit.
 * Rejects with an `ApiError`, including when the service repeats its pages or never ends its list.
 *
 * @param onOtherSpelling is called with the contacts' spelling if it isn't the value
 */
export async function findAllContacts(
	channel: Pick<Channel, 'findContacts'>,
	search: CustomFieldReference & { limit: number },
	onOtherSpelling?: (spelling: string) => void,
): Promise<Contact[]> {
	const found: Contact[] = [];
	let characters = 0;
	for await (const { contacts, page, size, hasNext } of contactPages(
		channel,
		search,
		onOtherSpelling,
	)) {
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
