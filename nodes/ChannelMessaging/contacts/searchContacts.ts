import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import { type Contact, contactIdOf, fieldText, nameOf } from '../client/model';
import { type CustomFieldReference, valuesOf } from '../phoneNumbers/customFieldReference';

/** The maximum number of contacts in a list. Longer lists would use too much of n8n's memory. */
export const maxListedContacts = 100_000;

/** The next request of a contact search. */
export interface SearchPosition {
	/** The index of the searched value. */
	valueIndex: number;
	/** The number of the page, which starts at 1. */
	page: number;
	/** Whether an earlier page contains a contact with exactly the searched value. */
	isFound: boolean;
	/** The number of contacts according to the previous page, if the service returns it. */
	total?: number;
}

export const searchStart: SearchPosition = { valueIndex: 0, page: 1, isFound: false };

interface SearchPage {
	/** The value that this page was searched for. */
	value: string;
	/** The contacts that the service returned. Their values can differ from the searched value. */
	contacts: readonly Contact[];
	total: number | undefined;
	/** The position of the next page, or `undefined` if this page is the last one. */
	next: SearchPosition | undefined;
}

/**
 * Requests one page of a search (section 4.2, Find contacts by custom field). The values of the
 * reference are searched one after another, until a contact has exactly the searched value. All
 * values of an ambiguous phone number are searched. Another reading of the number comes last.
 *
 * If contacts left the results since the previous page, the next position is an earlier page,
 * because the following contacts moved to pages that were already read.
 */
export async function readSearchPage(
	channel: Pick<Channel, 'findContacts'>,
	reference: CustomFieldReference,
	position: SearchPosition,
): Promise<SearchPage> {
	const { name } = reference;
	const { valueIndex, page } = position;
	const values = [...valuesOf(reference), ...(reference.otherReading ?? [])];
	const value = values[valueIndex] ?? reference.value;
	const { contacts, hasNext, total } = await channel.findContacts(name, value, page);
	const isFound =
		position.isFound || contacts.some((contact) => (fieldText(contact, name) ?? value) === value);
	const current = { valueIndex, isFound, ...(total === undefined ? {} : { total }) };
	const missed = Math.max(0, (position.total ?? 0) - (total ?? Infinity));
	const isLastValue = valueIndex === values.length - 1;
	let next: SearchPosition | undefined;
	if (missed > 0 && page > 1) {
		const pages = Math.ceil(missed / Math.max(1, contacts.length));
		next = { ...current, page: Math.max(1, page - pages) };
	} else if (hasNext) {
		next = { ...current, page: page + 1 };
	} else if (!isLastValue && (!isFound || reference.problem?.kind === 'ambiguous')) {
		next = { valueIndex: valueIndex + 1, page: 1, isFound };
	}
	return { value, contacts, total, next };
}

/**
 * Yields the pages of a search. Each page contains only contacts that the previous pages don't
 * contain.
 *
 * Requests pages by number, because following links in responses could send the token to another
 * address.
 *
 * Rejects with an `ApiError` if a request fails, or if a page contains no other contacts, but isn't
 * the last one. Such a search might never end.
 */
export async function* searchPages(
	channel: Pick<Channel, 'findContacts'>,
	reference: CustomFieldReference,
): AsyncGenerator<SearchPage, void> {
	const seen = new Set<string>();
	const lastRead = { valueIndex: -1, page: 0 };
	let position: SearchPosition | undefined = searchStart;
	while (position !== undefined) {
		const { valueIndex, page } = position;
		const found: SearchPage = await readSearchPage(channel, reference, position);
		const { next } = found;
		const contacts = found.contacts.filter((contact) => {
			const identity = JSON.stringify([valueIndex, contact.id ?? contact]);
			if (seen.has(identity)) return false;
			seen.add(identity);
			return true;
		});
		const isRead = valueIndex === lastRead.valueIndex && page <= lastRead.page;
		const isFollowed = next?.valueIndex === valueIndex && next.page > page;
		if (contacts.length === 0 && isFollowed && !isRead) {
			throw new ApiError({ reason: 'pagesRepeat', outcome: 'notDone', page });
		}
		if (!isRead) Object.assign(lastRead, { valueIndex, page });
		yield { ...found, contacts };
		position = next;
	}
}

/**
 * Returns the contacts of a page that have exactly the searched value. The service may also return
 * similar values. Reads contacts whose value isn't in the search results.
 *
 * Rejects with an `ApiError` if the service doesn't return the value.
 */
export async function exactContacts(
	channel: Pick<Channel, 'getContact'>,
	{ name }: CustomFieldReference,
	{ value, contacts }: Pick<SearchPage, 'contacts' | 'value'>,
): Promise<Contact[]> {
	const exact: Contact[] = [];
	for (const contact of contacts) {
		const text = fieldText(contact, name) ?? (await readField(channel, contact, name));
		if (text === value) exact.push(contact);
	}
	return exact;
}

/** Returns the value of a custom field, or `undefined` if the contact was deleted. */
async function readField(
	channel: Pick<Channel, 'getContact'>,
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

/** Returns a contact, or `undefined` if it doesn't exist. */
export async function getIfExists(
	channel: Pick<Channel, 'getContact'>,
	contactId: string,
): Promise<Contact | undefined> {
	return await channel.getContact(contactId).catch((error: unknown) => {
		if (error instanceof ApiError && error.reason === 'contactNotFound') return undefined;
		throw error;
	});
}

/**
 * Returns all contacts that have exactly the value of a custom field, up to a limit.
 *
 * Rejects with an `ApiError` if a request fails, if there are too many contacts, or if contacts have
 * different readings of an ambiguous phone number.
 */
export async function findAllContacts(
	channel: Pick<Channel, 'findContacts' | 'getContact'>,
	search: CustomFieldReference,
	limit: number,
): Promise<Contact[]> {
	const isAmbiguous = search.problem?.kind === 'ambiguous';
	const found: Contact[] = [];
	const values = new Set<string>();
	let pages = 0;
	for await (const page of searchPages(channel, search)) {
		pages += 1;
		for (const contact of await exactContacts(channel, search, page)) {
			found.push(contact);
			values.add(page.value);
		}
		const otherReading = otherReadingOf(search, page.value);
		if (values.size > 1 || (found.length > 0 && otherReading !== undefined)) {
			throw ambiguous(otherReading ?? search, found, found.length);
		}
		if (found.length >= limit && !isAmbiguous) break;
		if (found.length >= maxListedContacts && page.next !== undefined) {
			const length = { pages, contacts: found.length };
			throw new ApiError({ reason: 'listTooLong', outcome: 'notDone', ...length });
		}
	}
	return found.slice(0, limit);
}

/** The maximum number of contacts to list in an error message. */
const maxMatches = 3;

/** Returns the error for several matching contacts. `found` contains at least the first ones. */
export function ambiguous(
	reference: CustomFieldReference,
	found: readonly Contact[],
	count: number,
): ApiError {
	const matches = found.slice(0, maxMatches).map((contact) => ({
		name: nameOf(contact),
		contactId: contactIdOf(contact) ?? '',
	}));
	return new ApiError({
		...reference,
		reason: 'contactAmbiguous',
		outcome: 'notDone',
		count,
		matches,
	});
}

/**
 * Returns the reference with both readings of the phone number, if the value belongs to the second
 * one.
 */
export function otherReadingOf(
	reference: CustomFieldReference,
	value: string,
): CustomFieldReference | undefined {
	const { otherReading = [], otherValues = [] } = reference;
	if (!otherReading.includes(value)) return undefined;
	const numbers = [reference.value, ...otherReading.slice(0, 1)];
	const written = otherValues.at(-1) ?? reference.value;
	return { ...reference, value: written, problem: { kind: 'ambiguous', numbers } };
}
