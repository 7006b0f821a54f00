import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import { type Contact, contactIdOf } from '../client/model';
import type { CustomFieldReference } from '../phoneNumbers/customFieldReference';
import { ambiguous, exactContacts, otherReadingOf, searchPages } from './searchContacts';

/**
 * The maximum number of pages to search for one contact. A search with more pages finds many
 * similar values, and would use up the rate limit.
 */
export const maxPages = 10;

export interface FoundContact {
	contactId: string;
	/** The contact's value, which is one of the searched values. */
	value: string;
}

/**
 * Returns the only contact that has exactly the value of a custom field, or `undefined` if the
 * service finds no contact.
 *
 * Rejects with an `ApiError` if several contacts match, if the only match has another reading of the
 * phone number, if the service finds only contacts with other values, or if it finds too many
 * contacts to compare.
 */
export async function findContact(
	channel: Pick<Channel, 'findContacts' | 'getContact'>,
	reference: CustomFieldReference,
): Promise<FoundContact | undefined> {
	const matches: Contact[] = [];
	let matchedValue = '';
	let pages = 0;
	let compared = 0;
	for await (const page of searchPages(channel, reference)) {
		const exact = await exactContacts(channel, reference, page);
		for (const contact of exact) matches.push(contact);
		if (exact.length > 0) matchedValue = page.value;
		const otherReading = exact.length > 0 ? otherReadingOf(reference, page.value) : undefined;
		if (matches.length > 1 || otherReading !== undefined) {
			const isTotalExact = exact.length === page.contacts.length;
			const count = Math.max(matches.length, isTotalExact ? (page.total ?? 0) : 0);
			throw ambiguous(otherReading ?? reference, matches, count);
		}
		pages += 1;
		compared += page.contacts.length;
		if (pages >= maxPages && page.next !== undefined) throw notFound('tooManySimilar');
	}
	const [match] = matches;
	if (match === undefined && compared > 0) throw notFound('contactInexact');
	if (match === undefined) return undefined;
	const contactId = contactIdOf(match);
	if (contactId !== undefined) return { contactId, value: matchedValue };
	throw new ApiError({ reason: 'contactWithoutId', outcome: 'notDone' });

	function notFound(reason: 'contactInexact' | 'tooManySimilar'): ApiError {
		return new ApiError({ ...reference, reason, outcome: 'notDone', count: compared });
	}
}
