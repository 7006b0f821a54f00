import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import type { Contact, ContactPage } from '../client/model';
import { type CustomFieldReference, spellingsOf } from '../phoneNumbers/customFieldReference';

/**
 * The maximum size of a contact list. Larger lists would use too much of n8n's memory. The limit
 * also ends searches in which the service returns endless pages. Reading 10,000 pages takes about
 * 100 minutes at the service's rate limit.
 */
export const maxList = {
	pages: 10_000,
	contacts: 100_000,
	characters: 64 * 1024 * 1024,
} as const;

/**
 * Returns all contacts with a custom field value, up to a limit. Phone numbers are searched in
 * several formats.
 *
 * Rejects with an `ApiError` if a request fails, if the service repeats a page, or if the list is
 * too long.
 *
 * @param onOtherSpelling called with the contacts' phone number if its format differs
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
			page >= maxList.pages || found.length >= maxList.contacts || characters >= maxList.characters;
		if (isTooLong && hasNext) {
			const length = { pages: page, contacts: found.length };
			throw new ApiError({ reason: 'listTooLong', outcome: 'notDone', ...length });
		}
	}
	return found;
}

type Page = ContactPage & { page: number };

/**
 * Yields the pages of a contact search. Each contact appears only once, and phone numbers are
 * searched in several formats. The number of pages isn't limited.
 *
 * Requests pages by number, because following links in responses could send the token to another
 * address.
 *
 * Rejects with an `ApiError` if a request fails, or if a page other than the last one contains no
 * new contacts.
 *
 * @param onOtherSpelling called with the contacts' phone number if its format differs
 */
export async function* contactPages(
	channel: Pick<Channel, 'findContacts'>,
	reference: CustomFieldReference,
	onOtherSpelling?: (spelling: string) => void,
): AsyncGenerator<Page, void> {
	const spellings = spellingsOf(reference);
	for (const [index, spelling] of spellings.entries()) {
		const isLast = index === spellings.length - 1;
		for await (const page of pagesOf(channel, reference.name, spelling)) {
			const isEmpty = page.page === 1 && page.contacts.length === 0;
			if (isEmpty && !isLast) break;
			if (page.page === 1 && !isEmpty && index > 0) onOtherSpelling?.(spelling);
			yield page;
			if (!page.hasNext) return;
		}
	}
}

async function* pagesOf(
	channel: Pick<Channel, 'findContacts'>,
	name: string,
	value: string,
): AsyncGenerator<Page, void> {
	const seen = new Set<string>();
	let hasNext = true;
	for (let page = 1; hasNext; page += 1) {
		const found = await channel.findContacts(name, value, page);
		// The last page may contain no new contacts. If a contact is created during a search, other
		// contacts move to the next page.
		const contacts = distinctContacts(found.contacts, seen);
		const isRepeated = found.contacts.length > 0 && contacts.length === 0 && found.hasNext;
		if (isRepeated) throw new ApiError({ reason: 'pagesRepeat', outcome: 'notDone', page });
		hasNext = found.hasNext && contacts.length > 0;
		yield { ...found, contacts, page, hasNext };
	}
}

/**
 * Returns the contacts whose IDs aren't in `seen`, without duplicates. Adds their IDs to `seen`.
 */
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
