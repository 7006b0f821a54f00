import { ApiError } from '../ChannelMessaging/client/apiError';
import { contactIdOf } from '../ChannelMessaging/client/contactId';
import { fieldsOf, fieldText } from '../ChannelMessaging/client/customFieldText';
import type { ContactPage } from '../ChannelMessaging/client/contactPage';
import { listLimits, maxMonitoredContacts } from '../ChannelMessaging/client/responseLimits';
import type { SearchedChannel } from '../ChannelMessaging/contacts/searchPages';
import {
	type CustomFieldReference,
	valuesOf,
} from '../ChannelMessaging/customFieldValues/customFieldReference';
import { hashOf } from '../ChannelMessaging/texts/sha256';
import { lookUpContact } from './lookUpContact';
import { isProbablyEndless, type RepeatedPages } from './endlessPages';

/** A search through all pages for all values. A search can take several polls. */
export interface SearchPass extends RepeatedPages {
	valueIndex: number;
	nextPage: number;
	/** The snapshot's `baselinePasses` when the search began. */
	baselinePasses: number;
	pages: number;
	bytes: number;
	/** Whether each contact found matches, by contact ID. */
	readonly seen: Map<string, boolean>;
	/** The sum of each value's highest total, as reported by the service. */
	total: number | undefined;
	/** The number of contacts on all pages. A contact on several pages counts several times. */
	listed: number;
	/**
	 * The number of contacts on all pages for the current value. A contact on several pages counts
	 * several times.
	 */
	listedOfValue: number;
	/** The highest total so far for the current value. */
	totalOfValue: number;
	/**
	 * The IDs of the contacts that were found for the current value. A contact without an ID is
	 * represented by a hash.
	 */
	readonly seenOfValue: Set<string>;
	/**
	 * A contact whose search result doesn't contain the searched field. `hasField` is set if a lookup
	 * showed that the contact has the field.
	 */
	doubtful: { readonly contactId: string; readonly hasField: boolean } | undefined;
	/** The page whose contacts lack the searched field because it was cleared. */
	clearedPage: number | undefined;
	/** Consecutive polls that couldn't read the next page. */
	failures: number;
	polls: number;
}

export function newPass(): SearchPass {
	return {
		valueIndex: 0,
		nextPage: 1,
		baselinePasses: 0,
		pages: 0,
		bytes: 0,
		seen: new Map(),
		total: undefined,
		listed: 0,
		listedOfValue: 0,
		totalOfValue: 0,
		seenOfValue: new Set(),
		newPages: 0,
		repeatedPages: 0,
		doubtful: undefined,
		clearedPage: undefined,
		failures: 0,
		polls: 0,
	};
}

/**
 * Reads the next page. `hasNext` is also `true` if the service counts more contacts than the pages
 * contain, because the number of the last page can be wrong. Rejects if too many contacts match, if
 * results lack the searched field, or if the pages seem endless or exceed `listLimits`.
 *
 * @param hasMatches whether earlier results contained the field. In this case, a page without the
 * field may consist of contacts whose field was cleared, because search results lag behind.
 */
export async function readPage(
	channel: SearchedChannel,
	match: CustomFieldReference,
	pass: SearchPass,
	hasMatches: boolean,
): Promise<ContactPage> {
	// The contact may have received a value since an earlier poll searched for the contact.
	await checkDoubtful(channel, match, pass);
	const value = valuesOf(match)[pass.valueIndex] ?? match.value;
	const page = await channel.findContacts(match.name, value, pass.nextPage);
	const { contacts, hasNext, total = 0 } = page;
	const outcome = 'notDone';
	if (Math.max(total, pass.seen.size + contacts.length) > maxMonitoredContacts) {
		throw new ApiError({
			...match,
			reason: 'tooManyMatch',
			outcome,
			maxMatches: maxMonitoredContacts,
		});
	}
	const hasField = contacts.some((contact) => Object.hasOwn(fieldsOf(contact), match.name));
	if (contacts.length > 0 && !hasField && pass.clearedPage !== pass.nextPage) {
		const [contactId] = contacts.map(contactIdOf);
		const isOmitted = !hasMatches || contactId === undefined || pass.doubtful?.hasField;
		if (isOmitted) throw fieldNotReturned(match);
		pass.doubtful = { contactId, hasField: false };
		await checkDoubtful(channel, match, pass);
		// The contact's value may have been set again since the search.
		if (pass.clearedPage !== pass.nextPage) return await readPage(channel, match, pass, hasMatches);
	}
	pass.doubtful = undefined;
	const seenBefore = pass.seenOfValue.size;
	for (const contact of contacts) pass.seenOfValue.add(contactIdOf(contact) ?? hashOf(contact));
	const isRepeated = pass.seenOfValue.size === seenBefore;
	if (!isRepeated) pass.newPages += 1;
	// Without a stable order, any page can repeat until all contacts have appeared.
	const isSuspicious = contacts.length === 0 || pass.listedOfValue >= total;
	if (!isRepeated) pass.repeatedPages = 0;
	else if (isSuspicious) pass.repeatedPages += 1;
	if (hasNext && isProbablyEndless(pass)) {
		throw new ApiError({ reason: 'pagesRepeat', outcome, page: pass.nextPage });
	}
	pass.pages += 1;
	pass.listed += contacts.length;
	pass.listedOfValue += contacts.length;
	pass.bytes += page.bytes;
	if (pass.pages > listLimits.maxPages || pass.bytes > listLimits.maxBytes) {
		const length = { pages: pass.pages, contacts: pass.seen.size, bytes: pass.bytes };
		throw new ApiError({ reason: 'listTooLong', outcome, ...length });
	}
	const lacksContacts = !isRepeated && pass.seenOfValue.size < total;
	return { ...page, hasNext: hasNext || lacksContacts };
}

/**
 * Looks up the doubtful contact, if there is one. If the poll has no time left, the next poll
 * starts with this lookup.
 */
async function checkDoubtful(
	channel: SearchedChannel,
	match: CustomFieldReference,
	pass: SearchPass,
): Promise<void> {
	const { doubtful } = pass;
	if (doubtful === undefined || doubtful.hasField) return;
	const contact = await lookUpContact(channel, doubtful.contactId);
	const text = typeof contact === 'string' ? undefined : fieldText(contact, match.name);
	const hasField = text !== undefined && text !== '';
	pass.doubtful = hasField ? { ...doubtful, hasField } : undefined;
	if (!hasField) pass.clearedPage = pass.nextPage;
}

function fieldNotReturned({ name }: CustomFieldReference): ApiError {
	return new ApiError({ reason: 'fieldNotReturned', outcome: 'notDone', name });
}

/**
 * Continues with the next page or the next value. Returns `true` after the last page of the last
 * value.
 */
export function turnPage(
	pass: SearchPass,
	{ hasNext, total }: ContactPage,
	match: CustomFieldReference,
): boolean {
	if (total !== undefined) {
		const known = pass.totalOfValue;
		pass.totalOfValue = Math.max(known, total);
		pass.total = (pass.total ?? 0) + pass.totalOfValue - known;
	}
	if (!hasNext && pass.valueIndex === valuesOf(match).length - 1) return true;
	pass.clearedPage = undefined;
	if (!hasNext) {
		pass.seenOfValue.clear();
		Object.assign(pass, { totalOfValue: 0, listedOfValue: 0, newPages: 0, repeatedPages: 0 });
	}
	pass.valueIndex += hasNext ? 0 : 1;
	pass.nextPage = hasNext ? pass.nextPage + 1 : 1;
	return false;
}
