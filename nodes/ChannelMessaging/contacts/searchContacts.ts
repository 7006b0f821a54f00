import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import type { Contact, ContactPage } from '../client/model';
import { type CustomFieldReference, spellingsOf } from './findContact';

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

type Page = ContactPage & { page: number };

/**
 * Yields the contacts whose custom field has a value, page after page from 1 on, without end if the
 * service has none (section 4.2, Find contacts by custom field). If there are none, continues with
 * the next spelling of the value. Pages are requested by number, never by the links of the response,
 * so that the token is sent to no other address.
 *
 * Each contact is returned once. Rejects with an `ApiError`, including when a page that promises another
 * one contains no new contact.
 *
 * @param onOtherSpelling is called with the spelling if the contacts have another one than the value
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
