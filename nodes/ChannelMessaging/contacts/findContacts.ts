import { ApiError } from '../client/apiError';
import { type Contact, contactIdOf, fieldText, nameOf, tagsOf } from '../client/model';
import type { CustomFieldReference } from '../phoneNumbers/customFieldReference';
import { type SearchedChannel, searchPages } from './searchPages';

/**
 * The maximum number of pages to search for one contact. A search with more pages finds many
 * similar values, and would use up the rate limit.
 */
const maxPages = 10;

/** Longer lists would use too much of n8n's memory. */
const maxListedContacts = 100_000;

/** The maximum number of contacts to list in an error message. */
const maxMatches = 3;

export interface KnownContact {
	contactId: string;
	/** Empty if the response lacks both names. */
	name: string;
	/** `undefined` if the response lacks the tags. */
	tags: readonly string[] | undefined;
}

export interface FoundContact extends KnownContact {
	/** The contact's value, which is one of the searched values. */
	value: string;
}

/**
 * Returns the only contact that has exactly the value, or `undefined` if the service finds none.
 * Rejects if several contacts match, if the only one has another reading of the phone number, if
 * all found contacts have other values, or if there are too many of them to compare.
 */
export async function findContact(
	channel: SearchedChannel,
	reference: CustomFieldReference,
): Promise<FoundContact | undefined> {
	const matches: Contact[] = [];
	let matchedValue = '';
	let pages = 0;
	let count = 0;
	for await (const page of searchPages(channel, reference)) {
		const exact = await exactContacts(channel, reference.name, page);
		for (const contact of exact) matches.push(contact);
		if (exact.length > 0) matchedValue = page.value;
		const otherReading = exact.length > 0 ? otherReadingOf(reference, page.value) : undefined;
		if (matches.length > 1 || otherReading !== undefined) {
			const isTotalExact = exact.length === page.contacts.length;
			const total = Math.max(matches.length, isTotalExact ? (page.total ?? 0) : 0);
			throw ambiguous(otherReading ?? reference, matches, total);
		}
		pages += 1;
		count += page.contacts.length;
		if (pages >= maxPages && page.next !== undefined) {
			throw new ApiError({ ...reference, reason: 'tooManySimilar', outcome: 'notDone', count });
		}
	}
	const [match] = matches;
	if (match === undefined) {
		if (count === 0) return undefined;
		throw new ApiError({ ...reference, reason: 'contactInexact', outcome: 'notDone', count });
	}
	const contactId = contactIdOf(match);
	if (contactId !== undefined) {
		return { contactId, name: nameOf(match), value: matchedValue, tags: tagsOf(match) };
	}
	throw new ApiError({ reason: 'contactWithoutId', outcome: 'notDone' });
}

/**
 * Returns all contacts that have exactly the value, up to a limit. Rejects if there are too many, or
 * if contacts have different readings of an ambiguous phone number.
 */
export async function findAllContacts(
	channel: SearchedChannel,
	reference: CustomFieldReference,
	limit: number,
): Promise<Contact[]> {
	const isAmbiguous = reference.problem?.kind === 'ambiguous';
	const found: Contact[] = [];
	const values = new Set<string>();
	let pages = 0;
	for await (const page of searchPages(channel, reference)) {
		pages += 1;
		for (const contact of await exactContacts(channel, reference.name, page)) {
			found.push(contact);
			values.add(page.value);
		}
		const otherReading = otherReadingOf(reference, page.value);
		if (values.size > 1 || (found.length > 0 && otherReading !== undefined)) {
			throw ambiguous(otherReading ?? reference, found, found.length);
		}
		if (found.length >= limit && !isAmbiguous) break;
		if (found.length >= maxListedContacts && page.next !== undefined) {
			const length = { pages, contacts: found.length };
			throw new ApiError({ reason: 'listTooLong', outcome: 'notDone', ...length });
		}
	}
	return found.slice(0, limit);
}

/** Returns a contact, or `undefined` if it doesn't exist. */
export async function getIfExists(
	channel: SearchedChannel,
	contactId: string,
): Promise<Contact | undefined> {
	return await channel.getContact(contactId).catch((error: unknown) => {
		if (error instanceof ApiError && error.reason === 'contactNotFound') return undefined;
		throw error;
	});
}

/**
 * The service may also find similar values. If the search results lack a contact's value, reads the
 * contact.
 */
async function exactContacts(
	channel: SearchedChannel,
	name: string,
	{ value, contacts }: { value: string; contacts: readonly Contact[] },
): Promise<Contact[]> {
	const exact: Contact[] = [];
	for (const contact of contacts) {
		const text = fieldText(contact, name) ?? (await readField(channel, contact, name));
		if (text === value) exact.push(contact);
	}
	return exact;
}

/** Returns `undefined` if the contact was deleted. */
async function readField(
	channel: SearchedChannel,
	contact: Contact,
	name: string,
): Promise<string | undefined> {
	const contactId = contactIdOf(contact);
	const complete = contactId === undefined ? {} : await getIfExists(channel, contactId);
	if (complete === undefined) return undefined;
	const text = fieldText(complete, name);
	if (text !== undefined) return text;
	throw new ApiError({ reason: 'fieldNotReturned', outcome: 'notDone', name });
}

/** @param found at least the first contacts of the ambiguous ones */
function ambiguous(
	reference: CustomFieldReference,
	found: readonly Contact[],
	count: number,
): ApiError {
	const matches = found.slice(0, maxMatches).map((contact) => ({
		name: nameOf(contact),
		contactId: contactIdOf(contact) ?? '',
	}));
	const details = { reason: 'contactAmbiguous', outcome: 'notDone', count, matches } as const;
	return new ApiError({ ...reference, ...details });
}

/**
 * Returns the reference as an ambiguous one with both readings of the phone number, if the value
 * belongs to the second reading.
 */
function otherReadingOf(
	reference: CustomFieldReference,
	value: string,
): CustomFieldReference | undefined {
	const { otherReading = [], otherValues = [] } = reference;
	if (!otherReading.includes(value)) return undefined;
	const numbers = [reference.value, ...otherReading.slice(0, 1)];
	const written = otherValues.at(-1) ?? reference.value;
	return { ...reference, value: written, problem: { kind: 'ambiguous', numbers } };
}
