import type { IDataObject } from 'n8n-workflow';

import { ApiError, type ApiErrorReason } from '../ChannelMessaging/client/apiError';
import type { Channel } from '../ChannelMessaging/client/channel';
import { contactIdOf, type ContactPage, fieldsOf } from '../ChannelMessaging/client/model';
import { valuesOf } from '../ChannelMessaging/phoneNumbers/customFieldReference';
import type { TriggerSettings } from './settings';
import { emptySnapshot, type Snapshot } from './snapshot';
import { type LookedUpContacts, SnapshotDiff } from './snapshotDiff';

/**
 * The maximum number of contacts that a trigger can monitor. n8n stores all of these contacts with
 * every event. With 25 contacts per page, reading them takes 8 polls.
 */
const maxContacts = 10_000;

/**
 * The number of passes in the baseline. If contacts leave during a pass, others move to pages that
 * were already read. The second pass finds these contacts, so that they don't count as new.
 */
const baselinePasses = 2;

/**
 * The maximum number of consecutive pages without a new contact. Contacts that are created during a
 * pass move others to later pages, but a list that repeats more pages never ends.
 */
const maxRepeatedPages = 5;

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

/**
 * A search through all pages of contacts, for all spellings of a phone number. Searches with many
 * pages take several polls.
 */
interface Pass {
	/** The position in the spellings of the searched value. */
	spelling: number;
	nextPage: number;
	/** Whether each spelling has had only one page so far. */
	hasSinglePages: boolean;
	/** The IDs of the contacts in the search results. The value is `true` if the contact matches. */
	readonly seen: Map<string, boolean>;
	/** The number of consecutive pages without a new contact. */
	repeatedPages: number;
	/** The number of consecutive polls in which the next page failed. */
	failures: number;
	polls: number;
}

/** The state that a trigger keeps in memory between polls. */
export interface TriggerState {
	readonly snapshot: Snapshot;
	pass: Pass;
	/** The IDs of contacts to look up, in this order. */
	readonly due: Set<string>;
	/** The number of consecutive lookups of a contact without a clear result. */
	readonly unclear: Map<string, number>;
	readonly lookedUp: LookedUpContacts;
	/** Whether the next request is a lookup, if one is due. Pages and lookups alternate. */
	isLookupNext: boolean;
}

/** The result of a poll. The state of the trigger is valid even if an error occurred. */
interface DetectedChanges {
	/** The items to emit, in the order in which the changes were detected. */
	events: IDataObject[];
	/** Whether the poll read any page or contact. */
	hasRead: boolean;
	/** The number of contacts that were skipped because they have no ID. */
	withoutId: number;
	/** Why the poll ended early. `undefined` if the poll ended normally or ran out of time. */
	error?: unknown;
}

export function newState({ event, includeExisting }: TriggerSettings): TriggerState {
	const hasBaseline = event === 'contactMatches' && !includeExisting;
	return stateOf(emptySnapshot(hasBaseline ? baselinePasses : 0));
}

/**
 * Returns the state of a trigger whose snapshot was stored. If this process has an older state of
 * the trigger, its pass continues, so that polls in turn with another process reach the last page.
 */
export function stateOf(snapshot: Snapshot, older?: TriggerState): TriggerState {
	const due = [...(older?.due ?? [])].filter((contactId) => snapshot.contacts.has(contactId));
	return {
		snapshot,
		pass: older?.pass ?? newPass(),
		due: new Set(due),
		unclear: older?.unclear ?? new Map<string, number>(),
		lookedUp: older?.lookedUp ?? new Map<string, string | undefined>(),
		isLookupNext: older?.isLookupNext ?? false,
	};
}

function newPass(): Pass {
	return {
		spelling: 0,
		nextPage: 1,
		hasSinglePages: true,
		seen: new Map(),
		repeatedPages: 0,
		failures: 0,
		polls: 0,
	};
}

type SearchedChannel = Pick<Channel, 'findContacts' | 'getContact'>;

/**
 * Reads pages of search results up to the end of a pass, and updates the trigger's state with each
 * page. Looks up contacts that a pass didn't find. The next poll continues with the remaining
 * requests. Never rejects.
 *
 * Contacts can move between pages during a search, so only a lookup shows whether a contact still
 * matches. Pages and lookups take turns, so that many lookups don't delay events for new matches,
 * and long passes don't delay lookups.
 *
 * @param hasTime returns whether another request may start
 */
export async function detectChanges(
	channel: SearchedChannel,
	settings: TriggerSettings,
	state: TriggerState,
	hasTime: () => boolean,
): Promise<DetectedChanges> {
	const diff = new SnapshotDiff(settings, state.snapshot, state.lookedUp);
	const detected: DetectedChanges = { events: diff.events, hasRead: false, withoutId: 0 };
	state.pass.polls += 1;
	let isPassComplete = false;
	try {
		while (hasTime() && !(isPassComplete && state.due.size === 0)) {
			const [contactId] = state.due;
			const isLookup = contactId !== undefined && (isPassComplete || state.isLookupNext);
			state.isLookupNext = !isLookup;
			if (isLookup) {
				await lookUp(channel, contactId, state, diff);
				detected.hasRead = true;
				continue;
			}
			const page = await readPage(channel, settings, state);
			detected.hasRead = true;
			detected.withoutId += addContacts(page, state, diff);
			const isLastPage = turnPage(state.pass, page, settings);
			if (isLastPage) isPassComplete = completePass(state);
		}
	} catch (error) {
		if (!isOutOfTime(error)) detected.error = error;
	}
	return detected;
}

/** Returns whether a request failed because the poll ran out of time. */
function isOutOfTime(error: unknown): boolean {
	return error instanceof ApiError && error.reason === 'cancelled';
}

/**
 * Requests the next page of search results (section 4.2, Find contacts by custom field). After an
 * error, the pass starts over unless the error is temporary, so that an invalid page doesn't
 * prevent others from being read.
 */
async function readPage(
	channel: SearchedChannel,
	{ match }: TriggerSettings,
	state: TriggerState,
): Promise<ContactPage> {
	const { pass } = state;
	const value = valuesOf(match)[pass.spelling] ?? match.value;
	const page = await channel
		.findContacts(match.name, value, pass.nextPage)
		.then((found) => usablePage(found, pass, match))
		.catch((error: unknown) => {
			if (isOutOfTime(error)) throw error;
			pass.failures += 1;
			if (!isTemporary(error) || pass.failures >= maxFailures) state.pass = newPass();
			throw error;
		});
	pass.failures = 0;
	return page;
}

/**
 * Returns the page. Throws an `ApiError` if too many contacts match, if no contact has the searched
 * field, or if the list of contacts seems to be endless.
 */
function usablePage(page: ContactPage, pass: Pass, match: TriggerSettings['match']): ContactPage {
	const { contacts, hasNext, total = 0 } = page;
	const outcome = 'notDone';
	if (Math.max(total, pass.seen.size + contacts.length) > maxContacts) {
		throw new ApiError({ ...match, reason: 'tooManyMatch', outcome, maxMatches: maxContacts });
	}
	const hasField = contacts.some((contact) => Object.hasOwn(fieldsOf(contact), match.name));
	if (contacts.length > 0 && !hasField)
		throw new ApiError({ reason: 'fieldNotReturned', outcome, name: match.name });
	const isRepeated = contacts.every((contact) => pass.seen.has(contactIdOf(contact) ?? ''));
	pass.repeatedPages = isRepeated ? pass.repeatedPages + 1 : 0;
	if (hasNext && pass.repeatedPages > maxRepeatedPages) {
		throw new ApiError({ reason: 'pagesRepeat', outcome, page: pass.nextPage });
	}
	return page;
}

/** Adds the contacts of a page to the trigger's state. Returns the number of contacts without an ID. */
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

/** Moves to the next page, or to the next spelling. Returns `true` after the last page. */
function turnPage(pass: Pass, { hasNext }: ContactPage, { match }: TriggerSettings): boolean {
	const isLastSpelling = pass.spelling === valuesOf(match).length - 1;
	if (!hasNext && isLastSpelling) return true;
	pass.hasSinglePages &&= !hasNext;
	pass.spelling += hasNext ? 0 : 1;
	pass.nextPage = hasNext ? pass.nextPage + 1 : 1;
	return false;
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
 * Looks up a contact that is missing from the search results (section 4.3, Get contact by ID). If
 * it's unclear whether the contact exists, the next pass decides whether to repeat the lookup.
 * Rejects with errors that concern all contacts.
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
