import { ApiError } from '../client/apiError';
import { hashOf } from '../texts/sha256';
import { fieldsOf, type Contact, contactIdOf, fieldText, nameOf, tagsOf } from '../client/model';
import type { CustomFieldReference } from '../phoneNumbers/customFieldReference';
import { findInSlices, mapInSlices, sharedTimeSlicer } from '../scheduling/timeSlicer';
import { KeptData } from './keptData';
import { type SearchedChannel, searchPages } from './searchPages';

/**
 * Limits the search for a single contact. A longer search would find many similar values and use up
 * the rate limit.
 */
const maxPages = 10;

/** How many times a list is read if it keeps changing during the search. */
const maxReads = 3;

/** How many contacts an error message lists. */
const maxMatches = 3;

export interface KnownContact {
	contactId: string;
	/** Empty if the contact has neither a first nor a last name. */
	name: string;
	/** Missing if the response has no readable tags. */
	tags: readonly string[] | undefined;
	/** Missing if the response doesn't contain the custom field. */
	timezone: string | undefined;
	/** Names of the custom fields in the response. */
	fieldNames: readonly string[];
}

export function knownContact(contact: Contact, contactId: string): KnownContact {
	const timezone = fieldText(contact, 'timezone');
	const fieldNames = Object.keys(fieldsOf(contact));
	return { contactId, name: nameOf(contact), tags: tagsOf(contact), timezone, fieldNames };
}

export interface FoundContact extends KnownContact {
	/** The searched value that matched. */
	value: string;
}

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
	const reads = new ListReads();
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

/** Contact keys from each complete read of a list. */
class ListReads {
	private readonly reads: Array<ReadonlySet<string>> = [];

	/**
	 * Returns whether an earlier read returned the same contacts. If not, stores the keys of this
	 * read.
	 */
	async repeat(keys: ReadonlySet<string>): Promise<boolean> {
		for (const earlier of this.reads) {
			if (earlier.size === keys.size && (await isSubset(keys, earlier))) return true;
		}
		this.reads.push(keys);
		return false;
	}
}

async function isSubset(keys: ReadonlySet<string>, others: ReadonlySet<string>): Promise<boolean> {
	const slice = sharedTimeSlicer.slice();
	return (await findInSlices(keys, slice, (key) => !others.has(key))) === undefined;
}

interface Match {
	contact: Contact;
	value: string;
}

interface MatchReading {
	/** The match in this read. Matches from earlier reads may have changed since. */
	match: Match | undefined;
	/** Keys of all contacts on the pages, including contacts with other values. */
	listed: ReadonlySet<string>;
	/** The highest total that the service reported. */
	total: number;
	/** Whether each searched value had a single page with all contacts that the service reported. */
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
		const exact = await exactContacts(channel, reference.name, page);
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
			throw ambiguous(otherInterpretation ?? reference, contacts, count);
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

/** @param count the number of contacts that the service found, with any value */
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
	if (contactId !== undefined) return { ...knownContact(match.contact, contactId), ...match };
	throw new ApiError({ reason: 'contactWithoutId', outcome: 'notDone' });
}

function idOf(contact: Contact): string {
	return contactIdOf(contact) ?? hashOf(contact);
}

/**
 * Returns all contacts with exactly this value, up to a limit. If the pages contradict the reported
 * total, the list is read again until two reads return the same contacts. Rejects if no two reads
 * agree, if the list is too long, or if contacts match different interpretations of an ambiguous
 * number.
 *
 * @param kept counts the memory of the contacts during the search
 */
export async function findAllContacts(
	channel: SearchedChannel,
	reference: CustomFieldReference,
	limit: number,
	kept = new KeptData(),
): Promise<FoundList> {
	const reads = new ListReads();
	let found = 0;
	let total = 0;
	for (let pass = 0; pass < maxReads; pass += 1) {
		const list = await readList(channel, reference, limit, kept);
		const { contacts } = list;
		if (list.isComplete) return { contacts };
		({ found, total } = list);
		if (!list.hasRepeats && (await reads.repeat(list.listed))) {
			return found === total ? { contacts } : { contacts, contradiction: { found, total } };
		}
	}
	throw new ApiError({ reason: 'listChanges', outcome: 'notDone', found, total });
}

interface FoundList {
	contacts: Contact[];
	/** Set if two reads agree with each other but not with the latest reported total. */
	contradiction?: { found: number; total: number };
}

interface ContactList {
	/** Only contacts with exactly the searched value. */
	contacts: Contact[];
	/** Keys of all contacts on the pages, including contacts with other values. */
	listed: ReadonlySet<string>;
	/** Whether contacts moved between pages, so that some may be missing. */
	hasRepeats: boolean;
	/** `found` and `total` refer to the first searched value for which they differ. */
	found: number;
	total: number;
	/** Whether the pages agree with the reported total, or the limit was reached. */
	isComplete: boolean;
}

/**
 * The number of contacts on the pages for a searched value, with the latest and the highest total
 * that the service reported.
 */
interface Count {
	found: number;
	total: number | undefined;
	maxTotal: number;
	/**
	 * Whether the total decreased between two pages. A contact that was found earlier may have left
	 * the list.
	 */
	hasDecreased: boolean;
}

async function readList(
	channel: SearchedChannel,
	reference: CustomFieldReference,
	limit: number,
	kept: KeptData,
): Promise<ContactList> {
	let keptBytes = 0;
	try {
		return await readCountedList(channel, reference, limit, (contact) => {
			keptBytes += kept.add(contact);
			kept.assertNotFull();
		});
	} finally {
		kept.remove(keptBytes);
	}
}

async function readCountedList(
	channel: SearchedChannel,
	reference: CustomFieldReference,
	limit: number,
	keep: (contact: Contact) => void,
): Promise<ContactList> {
	const slice = sharedTimeSlicer.slice();
	const isAmbiguous = reference.problem?.kind === 'ambiguous';
	const found: Contact[] = [];
	const values = new Set<string>();
	const counts = new Map<number, Count>();
	let listed: ReadonlySet<string> = new Set();
	let hasRepeats = false;
	let isLimited = false;
	for await (const page of searchPages(channel, reference)) {
		hasRepeats ||= page.hasRepeats;
		listed = page.seen;
		const { total, valueIndex } = page;
		const count = counts.get(valueIndex);
		counts.set(valueIndex, {
			found: (count?.found ?? 0) + page.contacts.length,
			total,
			maxTotal: Math.max(count?.maxTotal ?? 0, total ?? Infinity),
			hasDecreased: count?.hasDecreased === true || (total ?? Infinity) < (count?.total ?? 0),
		});
		const exact = await exactContacts(channel, reference.name, page);
		await mapInSlices(exact, slice, (contact) => {
			keep(contact);
			found.push(contact);
			values.add(page.value);
		});
		const otherInterpretation = otherInterpretationOf(reference, page.value);
		if (values.size > 1 || (found.length > 0 && otherInterpretation !== undefined)) {
			throw ambiguous(otherInterpretation ?? reference, found, found.length);
		}
		if (found.length >= limit && !isAmbiguous && reference.otherForm === undefined) {
			isLimited = true;
			break;
		}
	}
	const contradicted = [...counts.values()].find(
		(count) =>
			count.hasDecreased || count.found < (count.total ?? 0) || count.found > count.maxTotal,
	);
	return {
		contacts: found.slice(0, limit),
		listed,
		hasRepeats,
		found: contradicted?.found ?? listed.size,
		total: contradicted?.total ?? listed.size,
		isComplete: isLimited || contradicted === undefined,
	};
}

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
 * Search results can include similar values. If a result doesn't contain the custom field, the
 * contact is read by its ID.
 */
async function exactContacts(
	channel: SearchedChannel,
	name: string,
	{ value, contacts }: { value: string; contacts: readonly Contact[] },
): Promise<Contact[]> {
	const exact: Contact[] = [];
	for (const contact of contacts) {
		const isComplete = fieldText(contact, name) !== undefined;
		const complete = isComplete ? contact : await readComplete(channel, contact, name);
		if (complete !== undefined && fieldText(complete, name) === value) exact.push(complete);
	}
	return exact;
}

/** Returns `undefined` if the contact was deleted. */
async function readComplete(
	channel: SearchedChannel,
	contact: Contact,
	name: string,
): Promise<Contact | undefined> {
	const contactId = contactIdOf(contact);
	const complete = contactId === undefined ? {} : await getIfExists(channel, contactId);
	if (complete === undefined) return undefined;
	if (fieldText(complete, name) !== undefined) return { ...complete, id: contact.id };
	throw new ApiError({ reason: 'fieldNotReturned', outcome: 'notDone', name });
}

/** @param found all matching contacts, or the first of them */
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
 * If the value is the number's second interpretation, returns an ambiguous reference with both
 * numbers.
 */
function otherInterpretationOf(
	reference: CustomFieldReference,
	value: string,
): CustomFieldReference | undefined {
	const { otherInterpretation = [], otherValues = [] } = reference;
	if (!otherInterpretation.includes(value)) return undefined;
	const numbers = [reference.value, ...otherInterpretation.slice(0, 1)];
	const written = otherValues.at(-1) ?? reference.value;
	return { ...reference, value: written, problem: { kind: 'ambiguous', numbers } };
}
