import { ApiError } from '../ChannelMessaging/client/apiError';
import {
	contactIdOf,
	type ContactPage,
	fieldsOf,
	fieldText,
} from '../ChannelMessaging/client/model';
import { maxMonitoredContacts } from '../ChannelMessaging/client/responseLimits';
import type { SearchedChannel } from '../ChannelMessaging/contacts/searchPages';
import {
	type CustomFieldReference,
	valuesOf,
} from '../ChannelMessaging/phoneNumbers/customFieldReference';
import { lookUpContact } from './lookUpContact';

/**
 * How many consecutive result pages may contain no new contact in a short search. Contacts that are
 * created during a search move other contacts to later pages. At most as many pages repeat as had new
 * contacts, so more repetitions mean that the list of pages is endless.
 */
const minAcceptedRepeats = 5;

/**
 * The progress of a search through all result pages, for all values that may match (one pass). A
 * search pass can take several polls.
 */
export interface SearchPass {
	/** The index of the current search value. */
	valueIndex: number;
	nextPage: number;
	/** Whether each value's search has had only one page so far. */
	hasSinglePages: boolean;
	/** Maps the IDs of found contacts to whether they match. */
	readonly seen: Map<string, boolean>;
	/** The number of contacts according to the service: the sum of each value's maximum so far. */
	total: number | undefined;
	/** The highest number of contacts that the service has reported for the current value. */
	totalOfValue: number;
	/** The number of pages that contained a new contact. */
	newPages: number;
	/** The number of consecutive pages without a new contact. */
	repeatedPages: number;
	/**
	 * A found contact whose search result lacks the searched custom field. `hasField` is true if a
	 * lookup has shown that the contact has the field.
	 */
	doubtful: { readonly contactId: string; readonly hasField: boolean } | undefined;
	/**
	 * The number of a page whose contacts lack the searched custom field because it was cleared.
	 */
	clearedPage: number | undefined;
	/** The number of consecutive polls that failed to read the next page. */
	failures: number;
	polls: number;
}

export function newPass(): SearchPass {
	return {
		valueIndex: 0,
		nextPage: 1,
		hasSinglePages: true,
		seen: new Map(),
		total: undefined,
		totalOfValue: 0,
		newPages: 0,
		repeatedPages: 0,
		doubtful: undefined,
		clearedPage: undefined,
		failures: 0,
		polls: 0,
	};
}

/**
 * Requests the next page of search results. Rejects if too many contacts match, if the results lack
 * the searched custom field, or if the list of pages seems endless.
 *
 * @param hasMatches whether earlier search results have contained the field. If so, a page without
 * it can consist of contacts whose field was cleared, because search results can lag behind.
 */
export async function readPage(
	channel: SearchedChannel,
	match: CustomFieldReference,
	pass: SearchPass,
	hasMatches: boolean,
): Promise<ContactPage> {
	// Since an earlier poll's search, the contact may have received its value.
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
		if (pass.clearedPage !== pass.nextPage) throw fieldNotReturned(match);
	}
	pass.doubtful = undefined;
	const isRepeated = contacts.every((contact) => pass.seen.has(contactIdOf(contact) ?? ''));
	if (!isRepeated) pass.newPages += 1;
	pass.repeatedPages = isRepeated ? pass.repeatedPages + 1 : 0;
	if (hasNext && pass.repeatedPages > Math.max(minAcceptedRepeats, pass.newPages)) {
		throw new ApiError({ reason: 'pagesRepeat', outcome, page: pass.nextPage });
	}
	return page;
}

/** Looks up `pass.doubtful`. Without enough time, the next poll continues with this. */
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
 * Advances the search to the next page, or after a value's last page, to the next value. Returns
 * `true` after the last page of the last value.
 */
export function turnPage(
	pass: SearchPass,
	{ hasNext, total }: ContactPage,
	match: CustomFieldReference,
): boolean {
	pass.hasSinglePages &&= !hasNext;
	if (total !== undefined) {
		const known = pass.totalOfValue;
		pass.totalOfValue = Math.max(known, total);
		pass.total = (pass.total ?? 0) + pass.totalOfValue - known;
	}
	if (!hasNext && pass.valueIndex === valuesOf(match).length - 1) return true;
	pass.clearedPage = undefined;
	if (!hasNext) pass.totalOfValue = 0;
	pass.valueIndex += hasNext ? 0 : 1;
	pass.nextPage = hasNext ? pass.nextPage + 1 : 1;
	return false;
}
