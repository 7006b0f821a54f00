import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../ChannelMessaging/client/apiError';
import { contactIdOf } from '../ChannelMessaging/client/contactId';
import type { ContactPage } from '../ChannelMessaging/client/contactPage';
import type { SearchedChannel } from '../ChannelMessaging/contacts/searchPages';
import {
	type CustomFieldReference,
	valuesOf,
} from '../ChannelMessaging/customFieldValues/customFieldReference';
import type { CancellationToken } from '../ChannelMessaging/scheduling/cancellationToken';
import { lookUpContact } from './lookUpContact';
import { newPass, readPage, type SearchPass, turnPage } from './searchPass';
import type { TriggerSettings } from './settings';
import { maxUnclearPasses, SnapshotDiff } from './snapshotDiff';
import { isTemporary } from './temporaryErrors';
import type { TriggerState } from './triggerState';
import {
	addBaselineLookup,
	addBaselinePage,
	completeBaseline,
	endBaseline,
	endBaselinePass,
	maxBaselinePasses,
	shownContacts,
} from './baselinePasses';

/**
 * The number of consecutive polls in which a page can fail with a temporary error before the search
 * starts over, so that earlier pages are read again.
 */
const maxFailures = 3;

/** The result of a poll. The trigger's state is consistent even if there is an error. */
interface DetectedChanges {
	/** The events, in the order in which they were detected. */
	events: IDataObject[];
	/** Whether the poll has read at least one page or contact. */
	hasRead: boolean;
	/** The number of contacts ignored because the service returned no ID for them. */
	withoutId: number;
	/**
	 * The counts of contacts, if the searches for the baseline have ended without finding all
	 * contacts.
	 */
	incompleteBaseline?: { shown: number; total: number };
	/** Why the poll ended early, unless it ran out of time. */
	error?: unknown;
}

/**
 * Reads all pages, updates the state after each one, and looks up contacts that the search didn't
 * find. The next poll continues where this one ends. Never rejects.
 *
 * Contacts can move between pages during a search, so only a lookup shows whether a missing contact
 * still matches. Pages and lookups alternate so that neither delays the events of the other.
 */
export async function searchAndLookUp(
	channel: SearchedChannel,
	settings: TriggerSettings,
	state: TriggerState,
	cancellation: Pick<CancellationToken, 'isStopped'>,
): Promise<DetectedChanges> {
	const diff = new SnapshotDiff(settings, state.snapshot, state.lookedUp, state.missingFields);
	const detected: DetectedChanges = { events: diff.events, hasRead: false, withoutId: 0 };
	state.pass.polls += 1;
	const values = valuesOf(settings.match).length;
	let isPassComplete = false;
	let isLookup = false;
	try {
		while (!cancellation.isStopped) {
			const [contactId] = state.due;
			if (isPassComplete && contactId === undefined) break;
			const isFirst = isPassComplete || state.isConfirming || state.isLookupNext;
			isLookup = contactId !== undefined && isFirst;
			state.isLookupNext = !isLookup;
			if (contactId !== undefined && isLookup) {
				await lookUp(channel, contactId, settings.match, state, diff);
				detected.hasRead = true;
				isPassComplete ||= endBaseline(state);
				if (state.due.size > 0) continue;
				isPassComplete ||= completeBaseline(state, values);
				state.isConfirming = false;
				continue;
			}
			const page = await readNextPage(channel, settings, state);
			detected.hasRead = true;
			detected.withoutId += addContacts(page, state, diff);
			addBaselinePage(state, page, settings.match);
			const isLastPage = turnPage(state.pass, page, settings.match);
			if (!isLastPage) continue;
			const { total } = state.pass;
			const isLastOfBaseline = state.snapshot.baselinePasses === 1;
			const shown = shownContacts(state);
			isPassComplete = completePass(state, values);
			const isRead = isPassComplete || state.isBaselineRead;
			if (isRead && isLastOfBaseline && total !== undefined && shown < total) {
				detected.incompleteBaseline = { shown, total };
			}
		}
	} catch (error) {
		if (!isOutOfTime(error)) detected.error = error;
		// If requests didn't alternate, a trigger that can send only one request every two polls would
		// always send the same kind.
		else state.isLookupNext = isLookup;
	}
	return detected;
}

function isOutOfTime(error: unknown): boolean {
	return error instanceof ApiError && error.reason === 'cancelled';
}

/**
 * Reads the next page. After a permanent error, the search starts over so that an unreadable page
 * doesn't block other pages.
 */
async function readNextPage(
	channel: SearchedChannel,
	{ match }: TriggerSettings,
	state: TriggerState,
): Promise<ContactPage> {
	const { pass, snapshot } = state;
	if (pass.pages === 0) pass.baselinePasses = snapshot.baselinePasses;
	const page = await readPage(channel, match, pass, snapshot.contacts.size > 0).catch(
		(error: unknown) => {
			if (isOutOfTime(error)) throw error;
			pass.failures += 1;
			if (!isTemporary(error) || pass.failures >= maxFailures) state.pass = newPass();
			throw error;
		},
	);
	pass.failures = 0;
	return page;
}

/** Adds a page's contacts to the state and returns the number of contacts without an ID. */
function addContacts(
	{ contacts }: ContactPage,
	{ snapshot, pass, due, unclear }: TriggerState,
	diff: SnapshotDiff,
): number {
	if (snapshot.isUnread) snapshot.revision += 1;
	snapshot.isUnread = false;
	let withoutId = 0;
	for (const contact of contacts) {
		const contactId = contactIdOf(contact);
		if (contactId === undefined) {
			withoutId += 1;
			continue;
		}
		const result = diff.addFound(contactId, contact);
		pass.seen.set(contactId, result !== 'differs');
		if (result === 'outdated') due.add(contactId);
		if (result === 'matches') {
			due.delete(contactId);
			unclear.delete(contactId);
		}
	}
	return withoutId;
}

/**
 * Schedules lookups of the contacts that a complete search didn't find, and prepares the next
 * search. Returns whether the baseline is complete.
 */
function completePass(state: TriggerState, values: number): boolean {
	const { pass, snapshot, due, unclear, lookedUp, missingFields } = state;
	const isFound = (contactId: string) => pass.seen.get(contactId) === true;
	for (const [contactId, latest] of lookedUp) {
		if (isFound(contactId)) continue;
		const { content, absences } = latest;
		const isConfirmed = showsAll(pass) || absences + 1 >= maxBaselinePasses;
		if (content === undefined && isConfirmed) lookedUp.delete(contactId);
		else lookedUp.set(contactId, { ...latest, absences: absences + 1 });
	}
	const missing = [...snapshot.contacts.keys()].filter((contactId) => !isFound(contactId));
	for (const contactId of missing) missingFields.delete(contactId);
	// Contacts with unclear lookups come last. Otherwise, they would delay the other contacts.
	for (const contactId of missing) if (!unclear.has(contactId)) due.add(contactId);
	for (const contactId of missing) due.add(contactId);
	if (snapshot.baselinePasses > 0) endBaselinePass(state, values);
	state.pass = newPass();
	return snapshot.baselinePasses === 0;
}

/**
 * Returns whether a complete search has shown each contact exactly once, and as many contacts as
 * the service counts.
 */
function showsAll({ seen, listed, total }: SearchPass): boolean {
	return seen.size === listed && listed === total;
}

/**
 * Looks up a contact and updates the state. If the result is unclear, the next search determines
 * whether the contact is looked up again. Rejects only with errors that affect all contacts.
 */
async function lookUp(
	channel: SearchedChannel,
	contactId: string,
	match: CustomFieldReference,
	state: TriggerState,
	diff: SnapshotDiff,
): Promise<void> {
	const { due, unclear } = state;
	const result = await lookUpContact(channel, contactId);
	due.delete(contactId);
	if (result !== 'unclear') {
		unclear.delete(contactId);
		const contact = result === 'deleted' ? undefined : result;
		diff.addLookedUp(contactId, contact);
		addBaselineLookup(state, contactId, contact, match);
		return;
	}
	const unclearPasses = (unclear.get(contactId) ?? 0) + 1;
	unclear.set(contactId, unclearPasses);
	if (unclearPasses < maxUnclearPasses) return;
	unclear.delete(contactId);
	diff.giveUp(contactId);
	addBaselineLookup(state, contactId, undefined, match);
}
