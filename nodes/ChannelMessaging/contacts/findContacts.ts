import { ApiError } from '../client/apiError';
import { hashOf } from '../client/hash';
import { fieldsOf, type Contact, contactIdOf, fieldText, nameOf, tagsOf } from '../client/model';
import type { CustomFieldReference } from '../phoneNumbers/customFieldReference';
import { findInSlices, mapInSlices, sharedTimeSlicer } from '../scheduling/timeSlicer';
import { KeptData } from './keptData';
import { type SearchedChannel, searchPages } from './searchPages';

/**
 * For a single contact. A longer search would find many similar values and use up the rate limit.
 */
const maxPages = 10;

/** If the list changes while it's read. */
const maxReads = 3;

/** An error message lists this many contacts at most. */
const maxMatches = 3;

export interface KnownContact {
	contactId: string;
	/** Empty without a first and last name. */
	name: string;
	/** Missing if the response lacks tags. */
	tags: readonly string[] | undefined;
	/** Missing if the response lacks the custom field. */
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
	/** One of the searched values. */
	value: string;
}

interface SearchResult extends FoundContact {
	contact: Contact;
}

/**
 * The only contact with exactly this value, or `undefined` if there is none. Rejects if there are
 * several, if the only one has the number's second meaning, if all contacts have other values, or
 * if there are too many to compare.
 *
 * Contacts can move between pages during a search. With several pages, all of them are read again
 * until two reads return the same contacts.
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

/** The contacts in each complete read of a list, as keys. */
class ListReads {
	private readonly reads: Array<ReadonlySet<string>> = [];

	/** Whether an earlier read had the same contacts. If not, remembers this one. */
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
	/** The match in this read. Earlier matches may have changed since. */
	match: Match | undefined;
	/** Keys of all contacts on the pages, including those with other values. */
	listed: ReadonlySet<string>;
	/** The highest total that the service reported. */
	total: number;
	/** One page per searched value, with all reported contacts. */
	isOnePage: boolean;
	/** Contacts moved to other pages, so some may be missing. */
	hasRepeats: boolean;
}

/**
 * One read. Adds the contacts with exactly the value to `allMatches`, which has those of earlier
 * reads, too, and rejects if there is more than one.
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

/** @param count found by the service, with any value */
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
 * All contacts with exactly this value, up to a limit. If the pages contradict the reported total,
 * the list is read again until two reads return the same contacts. Rejects if no two do, if the
 * list is too long, or if contacts match different meanings of an ambiguous number.
 *
 * @param kept counts their memory meanwhile
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
			return { contacts, contradiction: { found, total } };
		}
	}
	throw new ApiError({ reason: 'listChanges', outcome: 'notDone', found, total });
}

interface FoundList {
	contacts: Contact[];
	/** Two reads agree with each other, but not with the reported total. */
	contradiction?: { found: number; total: number };
}

interface ContactList {
	/** Contacts with exactly this value. */
	contacts: Contact[];
	/** Keys of all contacts on the pages, including those with other values. */
	listed: ReadonlySet<string>;
	/** Contacts moved to other pages, so some may be missing. */
	hasRepeats: boolean;
	/** Both numbers are for the first value for which they differ. */
	found: number;
	total: number;
	/** The pages agree with the reported total, or the limit was reached. */
	isComplete: boolean;
}

/** Contacts on all pages of one value, and the latest and highest totals. */
interface Count {
	found: number;
	total: number | undefined;
	maxTotal: number;
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
		const count = counts.get(valueIndex) ?? { found: 0, total, maxTotal: 0 };
		counts.set(valueIndex, {
			found: count.found + page.contacts.length,
			total,
			maxTotal: Math.max(count.maxTotal, total ?? Infinity),
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
		(count) => count.found < (count.total ?? 0) || count.found > count.maxTotal,
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
 * The service may also find similar values. If a result lacks the searched value, the contact is
 * read on its own.
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

/** `undefined` if the contact was deleted. */
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

/** @param found all matching contacts, or the first ones */
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

/** If this is the number's second meaning, an ambiguous reference with both numbers. */
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
