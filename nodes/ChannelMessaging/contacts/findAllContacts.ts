import { ApiError } from '../client/apiError';
import type { Contact } from '../client/contact';
import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import { mapInSlices, sharedTimeSlicer } from '../scheduling/timeSlicer';
import { ambiguousContactsError, otherInterpretationOf } from './ambiguousContacts';
import { exactMatches } from './exactMatches';
import { MemoryUse } from './memoryUse';
import { IdenticalReads, maxReads } from './identicalReads';
import { type SearchedChannel, searchPages } from './searchPages';

/**
 * Returns all contacts with exactly this value, up to a limit. If the pages contradict the reported
 * total, the list is read again until two reads return the same contacts. Rejects if no two reads
 * agree, if the list is too long, or if contacts match different interpretations of an ambiguous
 * number.
 *
 * @param memory counts the memory of the contacts during the search
 */
export async function findAllContacts(
	channel: SearchedChannel,
	reference: CustomFieldReference,
	limit: number,
	memory = new MemoryUse(),
): Promise<FoundList> {
	const reads = new IdenticalReads();
	let found = 0;
	let total = 0;
	for (let pass = 0; pass < maxReads; pass += 1) {
		const list = await readList(channel, reference, limit, memory);
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
	/**
	 * Set if two reads agree with each other but not with the total that the service reported last.
	 */
	contradiction?: { found: number; total: number };
}

interface ContactList {
	/** The contacts with exactly the search value. */
	contacts: Contact[];
	/** Keys of all contacts on the pages, including contacts with other values. */
	listed: ReadonlySet<string>;
	/** Whether contacts moved between pages, so that some may be missing. */
	hasRepeats: boolean;
	/** `found` and `total` refer to the first search value for which they differ. */
	found: number;
	total: number;
	/** Whether the pages agree with the reported total, or the limit was reached. */
	isComplete: boolean;
}

/** The number of contacts on the pages for a search value, with the latest reported numbers. */
interface Count {
	found: number;
	total: number | undefined;
	lastPage: number | undefined;
	/**
	 * Whether the list became shorter during the search, so that a contact may have moved to a page
	 * that was already read, or whether a total was too low, so that later ones may also be wrong.
	 */
	isDoubtful: boolean;
}

async function readList(
	channel: SearchedChannel,
	reference: CustomFieldReference,
	limit: number,
	memory: MemoryUse,
): Promise<ContactList> {
	let keptBytes = 0;
	try {
		return await readCountedList(channel, reference, limit, (contact) => {
			keptBytes += memory.add(contact);
			memory.assertNotFull();
		});
	} finally {
		memory.remove(keptBytes);
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
		const { total, lastPage, valueIndex } = page;
		const count = counts.get(valueIndex);
		const foundOfValue = (count?.found ?? 0) + page.contacts.length;
		const isShorter =
			(total ?? Infinity) < (count?.total ?? 0) || (lastPage ?? Infinity) < (count?.lastPage ?? 0);
		counts.set(valueIndex, {
			found: foundOfValue,
			total,
			lastPage,
			isDoubtful: count?.isDoubtful === true || isShorter || foundOfValue > (total ?? Infinity),
		});
		const exact = await exactMatches(channel, reference.name, page);
		await mapInSlices(exact, slice, (contact) => {
			keep(contact);
			found.push(contact);
			values.add(page.value);
		});
		const otherInterpretation = otherInterpretationOf(reference, page.value);
		if (values.size > 1 || (found.length > 0 && otherInterpretation !== undefined)) {
			throw ambiguousContactsError(otherInterpretation ?? reference, found, found.length);
		}
		if (found.length >= limit && !isAmbiguous && reference.otherForm === undefined) {
			isLimited = true;
			break;
		}
	}
	const contradicted = [...counts.values()].find(
		(count) => count.isDoubtful || count.found < (count.total ?? 0),
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
