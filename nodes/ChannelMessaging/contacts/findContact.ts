import { ApiError } from '../client/apiError';
import { contactIdOf } from '../client/contactId';
import type { Contact } from '../client/contact';
import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import { hashOf } from '../texts/sha256';
import { ambiguousContactsError, otherInterpretationOf } from './ambiguousContacts';
import { exactMatches } from './exactMatches';
import { type FoundContact, contactSummary } from './contactSummary';
import { IdenticalReads, maxReads } from './identicalReads';
import { type SearchedChannel, searchPages } from './searchPages';

/**
 * Limits the search for a single contact. A longer search would find many similar values and use up
 * the rate limit.
 */
const maxPages = 10;

interface SearchResult extends FoundContact {
	contact: Contact;
}

/**
 * Returns the only contact with exactly this value, or `undefined` if the search finds no contacts.
 * Rejects if several contacts have the value, if the only match is for the second interpretation of
 * a phone number, if all contacts have other values, or if there are too many contacts to compare.
 *
 * Contacts can move between pages during a search. If there are several pages, all of them are read
 * again until two reads return the same contacts.
 */
export async function findContact(
	channel: SearchedChannel,
	reference: CustomFieldReference,
): Promise<SearchResult | undefined> {
	const reads = new IdenticalReads();
	const allMatches = new Map<string, Match>();
	let found = 0;
	let total = 0;
	for (let pass = 0; pass < maxReads; pass += 1) {
		const list = await readMatches(channel, reference, allMatches);
		found = list.listed.size;
		({ total } = list);
		if (list.isOnePage || (!list.hasRepeats && (await reads.repeat(list.listed)))) {
			return onlyMatch(reference, list.match, found);
		}
	}
	throw new ApiError({ reason: 'listChanges', outcome: 'notDone', found, total });
}

interface Match {
	contact: Contact;
	value: string;
}

interface MatchReading {
	/** The match found by this read. Matches found by earlier reads may be outdated. */
	match: Match | undefined;
	/** Keys of all contacts on the pages, including contacts with other values. */
	listed: ReadonlySet<string>;
	/** The highest total that the service reported. */
	total: number;
	/** Whether each search value had a single page with all contacts that the service reported. */
	isOnePage: boolean;
	/** Whether contacts moved between pages, so that some may be missing. */
	hasRepeats: boolean;
}

/**
 * Reads the list once and adds exact matches to `allMatches`, which also contains the matches from
 * earlier reads. Rejects if there is more than one match.
 */
async function readMatches(
	channel: SearchedChannel,
	reference: CustomFieldReference,
	allMatches: Map<string, Match>,
): Promise<MatchReading> {
	let listed: ReadonlySet<string> = new Set();
	let match: Match | undefined;
	let pages = 0;
	let total = 0;
	let isOnePage = true;
	let hasRepeats = false;
	for await (const page of searchPages(channel, reference)) {
		const exact = await exactMatches(channel, reference.name, page);
		for (const contact of exact) {
			match = { contact, value: page.value };
			allMatches.set(idOf(contact), match);
		}
		const otherInterpretation =
			exact.length > 0 ? otherInterpretationOf(reference, page.value) : undefined;
		if (allMatches.size > 1 || otherInterpretation !== undefined) {
			const isTotalExact = exact.length === page.contacts.length;
			const count = Math.max(allMatches.size, isTotalExact ? (page.total ?? 0) : 0);
			const contacts = [...allMatches.values()].map(({ contact }) => contact);
			throw ambiguousContactsError(otherInterpretation ?? reference, contacts, count);
		}
		pages += 1;
		hasRepeats ||= page.hasRepeats;
		listed = page.seen;
		total = Math.max(total, page.total ?? 0);
		const isNextOfValue = page.next?.valueIndex === page.valueIndex;
		if (isNextOfValue || (page.total ?? 0) > page.contacts.length) isOnePage = false;
		if (pages >= maxPages && page.next !== undefined) {
			const count = listed.size;
			throw new ApiError({ ...reference, reason: 'tooManySimilar', outcome: 'notDone', count });
		}
	}
	return { match, listed, total, isOnePage, hasRepeats };
}

/** @param count the number of contacts that the service found, whatever their value */
function onlyMatch(
	reference: CustomFieldReference,
	match: Match | undefined,
	count: number,
): SearchResult | undefined {
	if (match === undefined) {
		if (count === 0) return undefined;
		throw new ApiError({ ...reference, reason: 'contactInexact', outcome: 'notDone', count });
	}
	const contactId = contactIdOf(match.contact);
	if (contactId !== undefined) return { ...contactSummary(match.contact, contactId), ...match };
	throw new ApiError({ reason: 'contactWithoutId', outcome: 'notDone' });
}

function idOf(contact: Contact): string {
	return contactIdOf(contact) ?? hashOf(contact);
}
