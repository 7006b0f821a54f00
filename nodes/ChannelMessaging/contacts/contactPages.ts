import { ApiError } from '../api/apiError';
import type { Channel } from '../api/channel';
import type { Contact, ContactPage } from '../api/contact';
import { type CustomFieldReference, spellingsOf } from './contactReference';

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
