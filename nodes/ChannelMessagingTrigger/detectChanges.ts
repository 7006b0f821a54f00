import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../ChannelMessaging/client/apiError';
import type { Channel } from '../ChannelMessaging/client/channel';
import { type Contact, fieldsOf, contactIdOf } from '../ChannelMessaging/client/model';
import {
	type CustomFieldReference,
	valuesOf,
} from '../ChannelMessaging/phoneNumbers/customFieldReference';
import { ParameterError } from '../ChannelMessaging/parameters/parameter';
import type { TriggerSettings } from './settings';
import { emptySnapshot, parseContent, type Snapshot, valueText, watchedContent } from './snapshot';

/**
 * The maximum number of contacts that a trigger can monitor. n8n stores all of these contacts with
 * every event. With 25 contacts per page, reading them takes 8 polls.
 */
export const maxContacts = 10_000;

/**
 * The maximum size of the monitored data per contact, in characters. Limits the stored data of a
 * trigger to 50 MB. The documented custom fields have a few hundred characters in total.
 */
export const maxContentCharacters = 5_000;

/**
 * The maximum number of times that a search starts over because the number of contacts changed.
 * Without this limit, frequent changes could prevent later pages from being read.
 */
const maxRestarts = 3;

/** A search through all pages of contacts. Searches with many pages take several polls. */
interface Pass {
	/** The index of the phone number spelling that this pass searches for. */
	spelling: number;
	nextPage: number;
	/** `meta.total` of the first page, if the service returned it. */
	total: number | undefined;
	restarts: number;
	polls: number;
	/** The IDs of the contacts in the search results. The value is `true` if the contact matches. */
	readonly seen: Map<string, boolean>;
}

/** The state that a trigger keeps in memory between polls. */
export interface TriggerState {
	readonly snapshot: Snapshot;
	pass: Pass;
	/** IDs of contacts that are missing from the search results and must be looked up. */
	readonly missing: Set<string>;
}

/** The result of a poll. The state of the trigger is valid even if an error occurred. */
interface DetectedChanges {
	/** The items to emit, in the order in which the changes were detected. */
	events: IDataObject[];
	/** Why the poll ended early. `undefined` if the poll ended normally or ran out of time. */
	error?: unknown;
}

export function newState(snapshot = emptySnapshot()): TriggerState {
	return { snapshot, pass: newPass(), missing: new Set() };
}

function newPass(): Pass {
	return { spelling: 0, nextPage: 1, total: undefined, restarts: 0, polls: 0, seen: new Map() };
}

/**
 * Reads pages of search results, and updates the trigger's state with each page. After the last
 * page, looks up contacts that are missing from the results. The next poll sends the remaining
 * requests. Never rejects.
 *
 * Contacts can move between pages during a search, so only a lookup shows whether a contact still
 * matches. Lookups come last, so that they don't delay events for new matches.
 *
 * @param hasTime returns whether another request may start
 */
export async function detectChanges(
	channel: Pick<Channel, 'findContacts' | 'getContact'>,
	settings: TriggerSettings,
	state: TriggerState,
	hasTime: () => boolean,
): Promise<DetectedChanges> {
	const diff = new SnapshotDiff(settings, state.snapshot);
	const { events } = diff;
	state.pass.polls += 1;
	try {
		let isComplete = false;
		while (!isComplete && hasTime()) isComplete = await readPage(channel, settings, state, diff);
		if (!isComplete) return { events };
		for (const contactId of state.missing) {
			if (!hasTime()) break;
			await lookUp(channel, contactId, diff);
			state.missing.delete(contactId);
		}
		return { events };
	} catch (error) {
		return isOutOfTime(error) ? { events } : { events, error };
	}
}

/** Returns whether a request failed because the poll ran out of time. */
function isOutOfTime(error: unknown): boolean {
	return error instanceof ApiError && error.reason === 'cancelled';
}

/**
 * Reads the next page of search results (section 4.2, Find contacts by custom field). Returns
 * whether it was the last page. Rejects with an `ApiError` if too many contacts match, if a contact
 * has no ID, or if a page contains no new contacts.
 */
async function readPage(
	channel: Pick<Channel, 'findContacts'>,
	{ match }: TriggerSettings,
	state: TriggerState,
	diff: SnapshotDiff,
): Promise<boolean> {
	const { pass, snapshot } = state;
	const page = pass.nextPage;
	const { name } = match;
	const spellings = valuesOf(match);
	const value = spellings[pass.spelling] ?? match.value;
	const { contacts, hasNext, total } = await channel.findContacts(name, value, page);
	if (page === 1 && contacts.length === 0 && pass.spelling < spellings.length - 1) {
		pass.spelling += 1;
		return false;
	}
	if (page === 1) pass.total = total;
	if (Math.max(total ?? 0, pass.seen.size + contacts.length) > maxContacts) {
		state.pass = newPass();
		throw new ApiError({
			...match,
			reason: 'tooManyMatch',
			outcome: 'notDone',
			maxMatches: maxContacts,
		});
	}
	const seenBefore = pass.seen.size;
	for (const contact of contacts) pass.seen.set(requiredId(contact), diff.add(contact));
	if (total !== pass.total && pass.restarts < maxRestarts) {
		state.pass = { ...newPass(), restarts: pass.restarts + 1, polls: pass.polls };
		return false;
	}
	if (hasNext && contacts.length > 0) {
		pass.nextPage += 1;
		if (pass.seen.size > seenBefore) return false;
		state.pass = newPass();
		throw new ApiError({ reason: 'pagesRepeat', outcome: 'notDone', page });
	}
	state.missing.clear();
	for (const contactId of snapshot.contacts.keys()) {
		if (pass.seen.get(contactId) !== true) state.missing.add(contactId);
	}
	if (!snapshot.isBaselineComplete) {
		snapshot.isBaselineComplete = true;
		snapshot.revision += 1;
	}
	state.pass = newPass();
	return true;
}

/**
 * Looks up a contact that is missing from the search results (section 4.3, Get contact by ID). If
 * it's unclear whether the contact exists, keeps the contact until the next search. Rejects with
 * errors that affect all contacts.
 */
async function lookUp(
	channel: Pick<Channel, 'getContact'>,
	contactId: string,
	diff: SnapshotDiff,
): Promise<void> {
	const result = await channel.getContact(contactId).catch((error: unknown) => {
		if (!(error instanceof ApiError) || concernsAllContacts(error)) throw error;
		return error.reason === 'contactNotFound' || error.status === 404 ? 'deleted' : 'unknown';
	});
	if (result !== 'unknown') diff.resolve(contactId, result === 'deleted' ? undefined : result);
}

function concernsAllContacts({ reason }: ApiError): boolean {
	return reason === 'cancelled' || reason === 'rateLimited' || reason === 'tokenInvalid';
}

function requiredId(contact: Contact): string {
	const contactId = contactIdOf(contact);
	if (contactId !== undefined) return contactId;
	throw new ApiError({ reason: 'contactWithoutId', outcome: 'notDone' });
}

/**
 * Returns whether a contact's custom field has exactly the given value. Compares phone numbers in
 * all formats.
 */
export function hasValue(contact: Contact, reference: CustomFieldReference): boolean {
	const value = valueText(fieldsOf(contact)[reference.name]);
	return valuesOf(reference).some((spelling) => spelling === value);
}

/**
 * Compares current contacts with a snapshot, updates the snapshot, and collects the resulting
 * events.
 */
class SnapshotDiff {
	readonly events: IDataObject[] = [];

	constructor(
		private readonly settings: TriggerSettings,
		private readonly snapshot: Snapshot,
	) {}

	/**
	 * Adds a contact from a search or a lookup, and returns whether the contact matches. Ignores
	 * contacts with a different value, because it isn't documented how the service compares values.
	 * Throws `ParameterError` if the monitored data is too large.
	 */
	add(contact: Contact): boolean {
		const { event, includeExisting, match, watched } = this.settings;
		if (!hasValue(contact, match)) return false;
		const contactId = requiredId(contact);
		const content = event === 'contactChanges' ? watchedContent(contact, watched) : '';
		const before = this.snapshot.contacts.get(contactId);
		if (before === content) return true;
		if (content.length > maxContentCharacters) throw contentTooLarge(contactId);
		this.snapshot.contacts.set(contactId, content);
		this.snapshot.revision += 1;
		if (before === undefined) {
			const isReported = this.snapshot.isBaselineComplete || includeExisting;
			if (event === 'contactMatches' && isReported) this.events.push(contact);
		} else {
			this.events.push({ ...contact, before: parseContent(before) });
		}
		return true;
	}

	/**
	 * Updates the snapshot with the result of a contact lookup. `contact` is `undefined` if the
	 * contact was deleted.
	 */
	resolve(contactId: string, contact: Contact | undefined): void {
		if (contact !== undefined && this.add({ ...contact, id: contactId })) return;
		this.snapshot.contacts.delete(contactId);
		this.snapshot.revision += 1;
		if (this.settings.event === 'contactStopsMatching') {
			this.events.push(contact ?? { id: contactId, custom_fields: {}, tags: [] });
		}
	}
}

function contentTooLarge(contactId: string): ParameterError {
	return new ParameterError(
		`The watched custom fields and tags of the contact ${contactId} are too large to store`,
		"Set 'Watch' to 'Selected Custom Fields and Tags', and choose fewer of them.",
	);
}
