import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import { hashOf } from '../client/hash';
import { type Contact, contactIdOf, fieldText } from '../client/model';
import { listLimits } from '../client/responseLimits';
import { type CustomFieldReference, valuesOf } from '../phoneNumbers/customFieldReference';
import { mapInSlices, sharedTimeSlicer } from '../scheduling/timeSlicer';

export type SearchedChannel = Pick<Channel, 'findContacts' | 'getContact'>;

/** Where the next request continues. */
export interface SearchPosition {
	/** Index of the searched value among all values of the reference. */
	valueIndex: number;
	/** The first page is 1. */
	page: number;
	/** A previous page has a contact with exactly the value. */
	isFound: boolean;
	/** The total that came with the previous page. */
	total?: number;
}

export const searchStart: SearchPosition = { valueIndex: 0, page: 1, isFound: false };

/** After this many pages in a row without a new contact, the list may be endless. */
const maxRepeatedPages = 5;

/** Inconsistent totals could rewind forever. */
const maxRewinds = 5;

interface NewContactsPage extends SearchPage {
	/**
	 * A contact of an earlier page is here again, so another one may be missing. Always `false` for
	 * pages that were read before, and after the last page.
	 */
	hasRepeats: boolean;
	/** Keys of the contacts on this page and all previous ones, with the searched value. */
	seen: ReadonlySet<string>;
}

interface SearchPage {
	valueIndex: number;
	value: string;
	/** This page or a previous one has a contact with exactly the value. */
	isFound: boolean;
	/** Their values can differ from the searched one. */
	contacts: readonly Contact[];
	/** Size of the response. */
	bytes: number;
	total: number | undefined;
	/** `undefined` after the last page. */
	next: SearchPosition | undefined;
	/** `next`, but never backwards. */
	forward: SearchPosition | undefined;
}

/**
 * Requests a single page of search results. Searches the reference's values one after another until
 * a contact has exactly the searched value. If a phone number is ambiguous, searches all values.
 * Always searches `otherForm`. Searches `otherInterpretation` last.
 *
 * If the total has decreased since the previous page, contacts may have moved to pages that were
 * already read. In this case, the next position is an earlier page.
 */
export async function readSearchPage(
	channel: SearchedChannel,
	reference: CustomFieldReference,
	position: SearchPosition,
): Promise<SearchPage> {
	const { name } = reference;
	const { valueIndex, page } = position;
	const values = [...valuesOf(reference), ...(reference.otherInterpretation ?? [])];
	const value = values[valueIndex] ?? reference.value;
	const { contacts, bytes, hasNext, total } = await channel.findContacts(name, value, page);
	const isFound =
		position.isFound || contacts.some((contact) => (fieldText(contact, name) ?? value) === value);
	const current = { valueIndex, isFound, ...(total === undefined ? {} : { total }) };
	const missed = Math.max(0, (position.total ?? 0) - (total ?? Infinity));
	let forward: SearchPosition | undefined;
	if (hasNext) {
		forward = { ...current, page: page + 1 };
	} else {
		const nextIndex = nextValueIndex(reference, valueIndex, isFound);
		if (nextIndex < values.length) forward = { valueIndex: nextIndex, page: 1, isFound };
	}
	const pages = Math.ceil(missed / Math.max(1, contacts.length));
	const back = { ...current, page: Math.max(1, page - pages) };
	const next = missed > 0 && page > 1 ? back : forward;
	return { valueIndex, value, isFound, contacts, bytes, total, next, forward };
}

/** `Infinity` when the search is over. */
function nextValueIndex(
	reference: CustomFieldReference,
	valueIndex: number,
	isFound: boolean,
): number {
	if (!isFound || reference.problem?.kind === 'ambiguous') return valueIndex + 1;
	const { otherForm = [] } = reference;
	const end = valuesOf(reference).length;
	const next = Math.max(valueIndex + 1, end - otherForm.length);
	return next < end ? next : Infinity;
}

/**
 * Each page only has contacts that the previous ones don't have. Pages are requested by number: a
 * link in a response could send the token elsewhere. Continues after the last page if the total is
 * higher than what was found. Rejects if too many pages in a row have nothing new, or if the list
 * exceeds `listLimits`, whether or not contacts match.
 */
export async function* searchPages(
	channel: SearchedChannel,
	reference: CustomFieldReference,
): AsyncGenerator<NewContactsPage, void> {
	const seen = new Set<string>();
	const slice = sharedTimeSlicer.slice();
	let pages = 0;
	let bytes = 0;
	let lastRead: Pick<SearchPosition, 'page' | 'valueIndex'> = { valueIndex: -1, page: 0 };
	let repeatedPages = 0;
	let rewinds = 0;
	let seenOfValue = 0;
	let isAfterLast = false;
	let position: SearchPosition | undefined = searchStart;
	while (position !== undefined) {
		const { valueIndex, page }: SearchPosition = position;
		const found: SearchPage = await readSearchPage(channel, reference, position);
		const contacts: Contact[] = [];
		await mapInSlices(found.contacts, slice, (contact) => {
			const key = `${String(valueIndex)} ${contactIdOf(contact) ?? hashOf(contact)}`;
			if (!seen.has(key)) contacts.push(contact);
			seen.add(key);
		});
		const isRead = valueIndex === lastRead.valueIndex && page <= lastRead.page;
		if (valueIndex !== lastRead.valueIndex) {
			seenOfValue = repeatedPages = 0;
			isAfterLast = false;
		}
		const hasRepeats = contacts.length < found.contacts.length && !isRead && !isAfterLast;
		seenOfValue += contacts.length;
		if (!isRead) repeatedPages = contacts.length === 0 ? repeatedPages + 1 : 0;
		if (!isRead) lastRead = { valueIndex, page };
		const isRewind = found.next !== found.forward;
		if (isRewind) rewinds += 1;
		let next: SearchPosition | undefined =
			isRewind && rewinds <= maxRewinds ? found.next : found.forward;
		const isLast = next?.valueIndex !== valueIndex;
		if (isLast && contacts.length > 0 && seenOfValue < (found.total ?? 0)) {
			// The total exceeds the number of contacts up to the last page.
			isAfterLast = true;
			const { isFound, total } = found;
			next = { valueIndex, page: page + 1, isFound, ...(total === undefined ? {} : { total }) };
		}
		if (repeatedPages > maxRepeatedPages && next?.valueIndex === valueIndex) {
			throw new ApiError({ reason: 'pagesRepeat', outcome: 'notDone', page });
		}
		yield { ...found, contacts, next, hasRepeats, seen };
		pages += 1;
		bytes += found.bytes;
		const { maxBytes, maxContacts, maxPages } = listLimits;
		const isTooLong = pages >= maxPages || seen.size >= maxContacts || bytes >= maxBytes;
		if (isTooLong && next !== undefined) {
			const length = { pages, contacts: seen.size, bytes };
			throw new ApiError({ reason: 'listTooLong', outcome: 'notDone', ...length });
		}
		position = next;
	}
}
