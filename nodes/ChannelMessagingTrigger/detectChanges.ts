import type { IDataObject } from 'n8n-workflow';

import { ApiError, type ApiErrorReason } from '../ChannelMessaging/client/apiError';
import { contactIdOf, type ContactPage } from '../ChannelMessaging/client/model';
import type { SearchedChannel } from '../ChannelMessaging/contacts/searchPages';
import type { CancellationToken } from '../ChannelMessaging/scheduling/cancellation';
import { newPass, readPage, turnPage } from './searchPass';
import type { TriggerSettings } from './settings';
import { SnapshotDiff } from './snapshotDiff';
import type { TriggerState } from './triggerStates';

/**
 * The number of consecutive polls in which the same page may fail with a temporary error. The pass
 * then starts over, so that the pages before it are read.
 */
const maxFailures = 3;

/**
 * The number of passes after which a contact counts as gone if no search finds it and no lookup has
 * a clear result. The service's response to an unknown ID isn't documented.
 */
const maxUnclearPasses = 3;

/** Errors that can be gone in the next poll. */
const temporary: readonly ApiErrorReason[] = [
	'connectionLost',
	'notConnected',
	'rateLimited',
	'serverFault',
	'timedOut',
];

/** Errors of a lookup that say nothing about its contact. */
const concerningAllContacts: readonly ApiErrorReason[] = [
	'cancelled',
	'notConnected',
	'rateLimited',
	'redirected',
	'requestNotMade',
	'tokenInvalid',
	'unexpectedError',
	'untrustedConnection',
];

export function isTemporary(error: unknown): boolean {
	return error instanceof ApiError && temporary.includes(error.reason);
}

/** The result of a poll. The state of the trigger is valid even if an error occurred. */
interface DetectedChanges {
	/** In the order in which the changes were detected. */
	events: IDataObject[];
	/** Whether the poll read any page or contact. */
	hasRead: boolean;
	/** The number of contacts that were skipped because they have no ID. */
	withoutId: number;
	/** Why the poll ended early. `undefined` if the poll ended normally or ran out of time. */
	error?: unknown;
}

/**
 * Reads pages of search results up to the end of a pass, and updates the trigger's state with each
 * page. Looks up contacts that a pass didn't find. The next poll continues with the remaining
 * requests. Never rejects.
 *
 * Contacts can move between pages during a search, so only a lookup shows whether a contact still
 * matches. Pages and lookups take turns, so that many lookups don't delay events for new matches,
 * and long passes don't delay lookups.
 */
export async function detectChanges(
	channel: SearchedChannel,
	settings: TriggerSettings,
	state: TriggerState,
	cancellation: Pick<CancellationToken, 'isStopped'>,
): Promise<DetectedChanges> {
	const diff = new SnapshotDiff(settings, state.snapshot, state.lookedUp);
	const detected: DetectedChanges = { events: diff.events, hasRead: false, withoutId: 0 };
	state.pass.polls += 1;
	let isPassComplete = false;
	try {
		while (!cancellation.isStopped && !(isPassComplete && state.due.size === 0)) {
			const [contactId] = state.due;
			const isLookup = contactId !== undefined && (isPassComplete || state.isLookupNext);
			state.isLookupNext = !isLookup;
			if (isLookup) {
				await lookUp(channel, contactId, state, diff);
				detected.hasRead = true;
				continue;
			}
			const page = await readNextPage(channel, settings, state);
			detected.hasRead = true;
			detected.withoutId += addContacts(page, state, diff);
			const isLastPage = turnPage(state.pass, page, settings.match);
			if (isLastPage) isPassComplete = completePass(state);
		}
	} catch (error) {
		if (!isOutOfTime(error)) detected.error = error;
	}
	return detected;
}

function isOutOfTime(error: unknown): boolean {
	return error instanceof ApiError && error.reason === 'cancelled';
}

/** After an error that isn't temporary, the pass starts over, so that other pages are read. */
async function readNextPage(
	channel: SearchedChannel,
	{ match }: TriggerSettings,
	state: TriggerState,
): Promise<ContactPage> {
	const { pass } = state;
	const page = await readPage(channel, match, pass).catch((error: unknown) => {
		if (isOutOfTime(error)) throw error;
		pass.failures += 1;
		if (!isTemporary(error) || pass.failures >= maxFailures) state.pass = newPass();
		throw error;
	});
	pass.failures = 0;
	return page;
}

/** Returns the number of contacts without an ID. */
function addContacts(
	{ contacts }: ContactPage,
	{ pass, due, unclear }: TriggerState,
	diff: SnapshotDiff,
): number {
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
 * Schedules lookups of the contacts that the pass didn't find, and starts the next pass. Returns
 * whether the baseline is complete.
 */
function completePass(state: TriggerState): boolean {
	const { pass, snapshot, due, unclear, lookedUp } = state;
	const isFound = (contactId: string) => pass.seen.get(contactId) === true;
	for (const [contactId, content] of lookedUp) {
		if (content === undefined && !isFound(contactId)) lookedUp.delete(contactId);
	}
	const missing = [...snapshot.contacts.keys()].filter((contactId) => !isFound(contactId));
	// Contacts whose lookups have no clear result come last, so that they don't delay others.
	for (const contactId of missing) if (!unclear.has(contactId)) due.add(contactId);
	for (const contactId of missing) due.add(contactId);
	if (snapshot.baselinePasses > 0) {
		// A single page can't miss contacts.
		snapshot.baselinePasses = pass.hasSinglePages ? 0 : snapshot.baselinePasses - 1;
		snapshot.revision += 1;
	}
	state.pass = newPass();
	return snapshot.baselinePasses === 0;
}

/**
 * Looks up a contact that is missing from the search results. If it's unclear whether the contact
 * exists, the next pass decides whether to repeat the lookup. Rejects only with errors that concern
 * all contacts.
 */
async function lookUp(
	channel: SearchedChannel,
	contactId: string,
	{ due, unclear }: TriggerState,
	diff: SnapshotDiff,
): Promise<void> {
	const result = await channel.getContact(contactId).catch((error: unknown) => {
		if (!(error instanceof ApiError) || concerningAllContacts.includes(error.reason)) throw error;
		return error.reason === 'contactNotFound' ? 'deleted' : 'unclear';
	});
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
