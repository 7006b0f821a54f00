import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import type { Contact, ContactPage } from '../client/model';
import { type CustomFieldReference, spellingsOf } from './findContact';

/**
 * The maximum size of a list. Longer lists may be endless, or would use too much of n8n's memory.
 * Reading 10,000 pages takes about 100 minutes at the service's rate limit.
 */
export const maxList = {
	pages: 10_000,
	contacts: 100_000,
	characters: 64 * 1024 * 1024,
} as const;

/**
 * Returns all contacts whose custom field has a value, or else another spelling of it, up to a
 * limit. Rejects with an `ApiError`, including if the service repeats a page or if the list is too
 * long.
 *
 * @param onOtherSpelling is called with the contacts' value if its spelling differs
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
 * Yields the pages of contacts whose custom field has a value, from page 1. If no contact has the
 * value, continues with its next spelling. The number of pages isn't limited. Requests pages by
 * number, not by the links in responses, so that the token isn't sent to another address.
 *
 * Yields each contact once. Rejects with an `ApiError`, including if a page contains no new
 * contacts and isn't the last page.
 *
 * @param onOtherSpelling is called with the contacts' value if its spelling differs
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
		// Contacts that are added during the search move others to the next page, so a last page
		// without new contacts isn't an error.
		const contacts = distinctContacts(found.contacts, seen);
		const isRepeated = found.contacts.length > 0 && contacts.length === 0 && found.hasNext;
		if (isRepeated) throw new ApiError({ reason: 'pagesRepeat', outcome: 'notDone', page });
		hasNext = found.hasNext && contacts.length > 0;
		yield { ...found, contacts, page, hasNext };
	}
}

/** Returns the contacts that are not in `seen`, without duplicates, and adds them to it. */
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
