import type { Channel } from './channel';
import type { Contact } from './contact';
import { ChannelFailure } from './failure';

/**
 * All contacts whose custom field has a value, up to a limit, page after page (section 4.2). Pages
 * are asked for by number, never by the links that the service gives, so that the token goes nowhere
 * else.
 *
 * Rejects with a `ChannelFailure`, also where the service repeats its pages.
 */
export async function findAllContacts(
	channel: Pick<Channel, 'findContacts'>,
	search: { fieldName: string; fieldValue: string; limit: number },
): Promise<Contact[]> {
	const found: Contact[] = [];
	const seen = new Set<string>();
	for (let page = 1; ; page += 1) {
		const { contacts, hasNext } = await channel.findContacts(
			search.fieldName,
			search.fieldValue,
			page,
		);
		// Contacts that are added meanwhile push others to the next page: nobody is given twice.
		const unseen = contacts.filter((contact) => !seen.has(identityOf(contact)));
		if (contacts.length > 0 && unseen.length === 0) throw pagesRepeat(page);
		for (const contact of unseen) seen.add(identityOf(contact));
		found.push(...unseen);
		if (found.length >= search.limit) return found.slice(0, search.limit);
		if (!hasNext || contacts.length === 0) return found;
	}
}

function identityOf(contact: Contact): string {
	return JSON.stringify(contact.id ?? contact);
}

function pagesRepeat(page: number): ChannelFailure {
	return new ChannelFailure({
		reason: 'pagesRepeat',
		effect: 'notDone',
		title: `The service gave the same contacts again on page ${String(page)}`,
		advice:
			"Its list would never end, so reading it was stopped. Turn off 'Return All' and set 'Limit' to what the first page holds.",
	});
}
