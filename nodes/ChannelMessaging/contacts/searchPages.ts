import { ApiError } from '../client/apiError';
import type { Channel } from '../client/channel';
import { hashOf } from '../texts/sha256';
import { contactIdOf } from '../client/contactId';
import { hasFieldText } from '../client/customFieldText';
import type { Contact } from '../client/contact';
import { listLimits } from '../client/responseLimits';
import { type CustomFieldReference, valuesOf } from '../customFieldValues/customFieldReference';
import { mapInSlices, sharedTimeSlicer } from '../scheduling/timeSlicer';

export type SearchedChannel = Pick<Channel, 'findContacts' | 'getContact'>;

/** Where the next request continues the search. */
export interface SearchPosition {
	/** The index of the search value within the reference. */
	valueIndex: number;
	/** The page number, starting at 1. */
	page: number;
	/** Whether a previous page has an exact match. */
	isFound: boolean;
	/** The total that the service reported with the previous page. */
	total?: number;
}

export const searchStart: SearchPosition = { valueIndex: 0, page: 1, isFound: false };

/**
 * The maximum number of consecutive pages without a new contact. A longer sequence suggests that
 * the list is endless.
 */
const maxRepeatedPages = 5;

/**
 * Limits how often the search returns to an earlier page. Inconsistent totals could otherwise cause
 * an endless loop.
 */
const maxRewinds = 5;

interface NewContactsPage extends SearchPage {
	/**
	 * Whether this page repeats a contact from an earlier page, which means that another contact may
	 * be missing. Always `false` for pages that are read again and after the last page.
	 */
	hasRepeats: boolean;
	/**
	 * Keys of the contacts on this page and all previous ones. Each key includes the index of the
	 * search value.
	 */
	seen: ReadonlySet<string>;
}

interface SearchPage {
	valueIndex: number;
	value: string;
	/** Whether this page or a previous one has an exact match. */
	isFound: boolean;
	/** The contacts on this page, including contacts whose value differs from the search value. */
	contacts: readonly Contact[];
	bytes: number;
	total: number | undefined;
	lastPage: number | undefined;
	/** The position of the next page, or `undefined` after the last page. */
	next: SearchPosition | undefined;
	/** The position after this page, even if `next` is an earlier page. */
	forward: SearchPosition | undefined;
}

/**
 * Requests a single page of search results. The values of the reference are tried in order until
 * there is an exact match, or all of them if a phone number is ambiguous. `otherForm` is always
 * tried, and `otherInterpretation` comes last.
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
	const { contacts, bytes, hasNext, total, lastPage } = await channel.findContacts(
		name,
		value,
		page,
	);
	const isFound =
		position.isFound || contacts.some((contact) => hasFieldText(contact, name, value) ?? true);
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
	return { valueIndex, value, isFound, contacts, bytes, total, lastPage, next, forward };
}

/** Returns the index of the next search value, or `Infinity` when the search is over. */
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
 * Yields pages without the contacts of previous pages. Pages are requested by number because a link
 * in a response could send the token to another server. Continues after the last page if the total
 * is higher than the number of contacts found. Rejects if too many consecutive pages contain no new
 * contacts, or if the list exceeds `listLimits`, even if no contact matches.
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
			// The total is higher than the number of contacts found, so the search continues after the last
			// page.
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
