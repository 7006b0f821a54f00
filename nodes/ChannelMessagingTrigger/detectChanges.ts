import type { IDataObject } from 'n8n-workflow';

import { ApiError, type ApiErrorReason } from '../ChannelMessaging/client/apiError';
import { contactIdOf, type ContactPage } from '../ChannelMessaging/client/model';
import type { SearchedChannel } from '../ChannelMessaging/contacts/searchPages';
import type { CancellationToken } from '../ChannelMessaging/scheduling/cancellationToken';
import { lookUpContact } from './lookUpContact';
import { newPass, readPage, turnPage } from './searchPass';
import type { TriggerSettings } from './settings';
import { SnapshotDiff } from './snapshotDiff';
import { maxBaselinePasses, minBaselinePasses, type TriggerState } from './triggerState';

/**
 * After this many consecutive polls in which the same results page fails with temporary errors, the
 * search starts over from the first page, so that earlier pages are read again.
 */
const maxFailures = 3;

/**
 * A contact is treated as deleted if no search finds it, and its lookups are inconclusive in this
 * many search passes. The service doesn't document its response to an unknown ID.
 */
const maxUnclearPasses = 3;

/** Errors that may disappear by the next poll. */
const temporary: readonly ApiErrorReason[] = [
	'connectionLost',
	'notConnected',
	'rateLimited',
	'serverFault',
	'timedOut',
];

export function isTemporary(error: unknown): boolean {
	return error instanceof ApiError && temporary.includes(error.reason);
}

/** The result of a poll. The trigger's state is consistent even if the result contains an error. */
interface DetectedChanges {
	/** Events in the order in which changes were detected. */
	events: IDataObject[];
	/** Whether the poll read at least one page or contact. */
	hasRead: boolean;
	/** The number of contacts that were ignored because the service returned no ID for them. */
	withoutId: number;
	/** Set if the searches for the baseline ended without finding all contacts. */
	incompleteBaseline?: { shown: number; total: number };
	/** Why the poll ended early. `undefined` if it ended normally or ran out of time. */
	error?: unknown;
}

/**
 * Reads all pages of the search results, and updates the trigger's state after each page. Looks up
 * contacts that the search didn't find. If a poll ends early, the next poll continues with the
 * remaining requests. Never rejects.
 *
 * Contacts can move between pages during a search, so only a lookup shows whether a missing contact
 * still matches. Page requests and lookups alternate, so that many lookups don't delay events for
 * new matches, and long searches don't delay lookups.
 */
export async function detectChanges(
	channel: SearchedChannel,
	settings: TriggerSettings,
	state: TriggerState,
	cancellation: Pick<CancellationToken, 'isStopped'>,
): Promise<DetectedChanges> {
	const diff = new SnapshotDiff(settings, state.snapshot, state.lookedUp, state.missingFields);
	const detected: DetectedChanges = { events: diff.events, hasRead: false, withoutId: 0 };
	state.pass.polls += 1;
	let isPassComplete = false;
	let isLookup = false;
	try {
		while (!cancellation.isStopped) {
			if (state.due.size === 0) isPassComplete ||= completeBaseline(state);
			const [contactId] = state.due;
			if (isPassComplete && contactId === undefined) break;
			const isFirst = isPassComplete || state.baselineTotal !== undefined || state.isLookupNext;
			isLookup = contactId !== undefined && isFirst;
			state.isLookupNext = !isLookup;
			if (contactId !== undefined && isLookup) {
				await lookUp(channel, contactId, state, diff);
				detected.hasRead = true;
				continue;
			}
			const page = await readNextPage(channel, settings, state);
			detected.hasRead = true;
			detected.withoutId += addContacts(page, state, diff);
			const isLastPage = turnPage(state.pass, page, settings.match);
			if (!isLastPage) continue;
			const { total } = state.pass;
			const hadBaseline = state.snapshot.baselinePasses === 0;
			const shown = shownContacts(state);
			isPassComplete = completePass(state);
			if (isPassComplete && !hadBaseline && total !== undefined && shown < total) {
				detected.incompleteBaseline = { shown, total };
			}
		}
	} catch (error) {
		if (!isOutOfTime(error)) detected.error = error;
		// The next poll starts with the request that this poll had no time for. Otherwise, a
		// trigger that can send a request only in every second poll would always send the same
		// type.
		else state.isLookupNext = isLookup;
	}
	return detected;
}

function isOutOfTime(error: unknown): boolean {
	return error instanceof ApiError && error.reason === 'cancelled';
}

/**
 * Reads the next page of search results. After a permanent error, the search starts over, so that
 * an unreadable page doesn't block the other pages.
 */
async function readNextPage(
	channel: SearchedChannel,
	{ match }: TriggerSettings,
	state: TriggerState,
): Promise<ContactPage> {
	const { pass, snapshot } = state;
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

/** Returns the number of contacts without an ID, which are ignored. */
function addContacts(
	{ contacts }: ContactPage,
	{ snapshot, pass, due, unclear, differing }: TriggerState,
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
		if (snapshot.baselinePasses > 0 && result === 'differs') differing.add(contactId);
		else differing.delete(contactId);
		if (result === 'matches') {
			due.delete(contactId);
			unclear.delete(contactId);
		}
	}
	return withoutId;
}

/**
 * Schedules lookups of contacts that a complete search didn't find, and prepares the next search.
 * Returns whether the baseline of existing contacts is complete.
 */
function completePass(state: TriggerState): boolean {
	const { pass, snapshot, due, unclear, lookedUp, missingFields } = state;
	const isFound = (contactId: string) => pass.seen.get(contactId) === true;
	for (const [contactId, content] of lookedUp) {
		if (content === undefined && !isFound(contactId)) lookedUp.delete(contactId);
	}
	const missing = [...snapshot.contacts.keys()].filter((contactId) => !isFound(contactId));
	for (const contactId of missing) missingFields.delete(contactId);
	// Contacts with inconclusive lookups are looked up last, so that they don't delay other
	// contacts.
	for (const contactId of missing) if (!unclear.has(contactId)) due.add(contactId);
	for (const contactId of missing) due.add(contactId);
	if (snapshot.baselinePasses > 0) endBaselinePass(state);
	state.pass = newPass();
	return snapshot.baselinePasses === 0;
}

/**
 * Updates the baseline of existing contacts after a search pass. If each search has one page, the
 * baseline is complete, because contacts can't move between pages. Otherwise, it is complete if
 * lookups confirm all contacts that the service counts, or after a maximum number of passes.
 */
function endBaselinePass(state: TriggerState): void {
	const { pass, snapshot } = state;
	snapshot.baselinePasses = pass.hasSinglePages ? 0 : snapshot.baselinePasses - 1;
	snapshot.revision += 1;
	if (snapshot.baselinePasses === 0) {
		state.differing.clear();
		return;
	}
	const { total = 0 } = pass;
	const hasAll = shownContacts(state) >= total;
	const passes = maxBaselinePasses - snapshot.baselinePasses;
	if (hasAll && passes >= minBaselinePasses) state.baselineTotal = total;
}

/** The number of contacts that the baseline's searches found, without deleted contacts. */
function shownContacts({ snapshot, differing }: TriggerState): number {
	return snapshot.contacts.size + differing.size;
}

/**
 * Completes the baseline if, after lookups removed outdated contacts, it still has as many contacts
 * as the service counts. Returns whether the baseline is complete.
 */
function completeBaseline(state: TriggerState): boolean {
	const { baselineTotal, snapshot } = state;
	state.baselineTotal = undefined;
	const isComplete = baselineTotal !== undefined && shownContacts(state) >= baselineTotal;
	if (!isComplete) return false;
	snapshot.baselinePasses = 0;
	snapshot.revision += 1;
	state.differing.clear();
	return true;
}

/**
 * Looks up a contact that is missing from the search results. If the result is inconclusive, the
 * next search determines whether to repeat the lookup. Rejects only with errors that affect all
 * contacts.
 */
async function lookUp(
	channel: SearchedChannel,
	contactId: string,
	{ due, unclear }: TriggerState,
	diff: SnapshotDiff,
): Promise<void> {
	const result = await lookUpContact(channel, contactId);
	due.delete(contactId);
	if (result !== 'unclear') {
		unclear.delete(contactId);
		diff.addLookedUp(contactId, result === 'deleted' ? undefined : result);
		return;
	}
	const unclearPasses = (unclear.get(contactId) ?? 0) + 1;
	unclear.set(contactId, unclearPasses);
	if (unclearPasses < maxUnclearPasses) return;
	unclear.delete(contactId);
	diff.giveUp(contactId);
}
