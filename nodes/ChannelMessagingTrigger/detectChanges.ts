import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../ChannelMessaging/client/apiError';
import type { Channel } from '../ChannelMessaging/client/channel';
import { type Contact, fieldsOf, identifierOf } from '../ChannelMessaging/client/model';
import { type CustomFieldReference, spellingsOf } from '../ChannelMessaging/contacts/findContact';
import { ParameterError } from '../ChannelMessaging/parameters/parameter';
import type { TriggerSettings } from './settings';
import { emptySnapshot, parseContent, type Snapshot, valueText, watchedContent } from './snapshot';

/** n8n stores the snapshot with every event, and 400 pages of 25 contacts take 8 polls. */
export const maxContacts = 10_000;

/** Bounds a snapshot to 50 MB. The documented custom fields have a few hundred characters in all. */
export const maxContentCharacters = 5_000;

/**
 * How often a pass restarts because contacts entered or left. Then it is read to the end, so that a
 * busy channel can't keep later pages from being read.
 */
const maxRestarts = 3;

/** One reading of all pages of a search, usually in several polls if there are many pages. */
interface Pass {
	/** The position of the phone number's spelling that is searched. */
	spelling: number;
	nextPage: number;
	/** `meta.total` of the first page, if the service returned it. */
	total: number | undefined;
	restarts: number;
	/** The number of polls that have worked on the pass. */
	polls: number;
	/** The IDs of the contacts that were read, and whether they match. */
	readonly seen: Map<string, boolean>;
}

/** What a trigger keeps in memory from one poll to the next. */
export interface TriggerState {
	readonly snapshot: Snapshot;
	pass: Pass;
	/** IDs that the latest complete pass lacked and that have not been looked up yet. */
	readonly missing: Set<string>;
}

/** The result of one poll. The state is valid even after an error. */
export interface DetectedChanges {
	/** The items to emit, in the order in which the changes were detected. */
	events: IDataObject[];
	/** Why the poll ended early, unless it ran out of time. */
	error?: unknown;
}

export function newState(snapshot = emptySnapshot()): TriggerState {
	return { snapshot, pass: newPass(), missing: new Set() };
}

function newPass(): Pass {
	return { spelling: 0, nextPage: 1, total: undefined, restarts: 0, polls: 0, seen: new Map() };
}

/**
 * Continues the current pass, and updates the state with every page. When the pass is complete, looks
 * up the contacts that it lacked: contacts move between pages while the pages are read, so that only
 * a lookup shows whether a contact still matches. Lookups come last, so that they don't delay new
 * matches. Requests that don't fit into this poll are sent in the next one.
 *
 * @param hasTime whether another request may start
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

/** Whether a request was not sent, or not answered, because the poll's time was over. */
function isOutOfTime(error: unknown): boolean {
	return error instanceof ApiError && error.reason === 'cancelled';
}

/**
 * Reads the next page of the pass (section 4.2, Find contacts by custom field). Returns whether the
 * pass is complete.
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
	const spellings = spellingsOf(match);
	const value = spellings[pass.spelling] ?? match.value;
	const { contacts, hasNext, total } = await channel.findContacts(name, value, page);
	if (page === 1 && contacts.length === 0 && pass.spelling < spellings.length - 1) {
		pass.spelling += 1;
		return false;
	}
	if (page === 1) pass.total = total;
	if (Math.max(total ?? 0, pass.seen.size + contacts.length) > maxContacts) {
		state.pass = newPass();
		const most = maxContacts;
		throw new ApiError({ reason: 'tooManyMatch', outcome: 'notDone', name, value, most });
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
 * Looks up a contact that the pass lacked (section 4.3, Get contact by ID). If the service doesn't
 * show its state, the contact stays in the snapshot, and the next pass notices that it is missing.
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
	const contactId = identifierOf(contact);
	if (contactId !== undefined) return contactId;
	throw new ApiError({ reason: 'contactWithoutId', outcome: 'notDone' });
}

/** Whether a contact has the value in the custom field, or another spelling of it, compared exactly. */
export function hasValue(contact: Contact, reference: CustomFieldReference): boolean {
	const value = valueText(fieldsOf(contact)[reference.name]);
	return spellingsOf(reference).some((spelling) => spelling === value);
}

/** Updates a snapshot with contacts as they are now, and collects the events that result. */
class SnapshotDiff {
	readonly events: IDataObject[] = [];

	constructor(
		private readonly settings: TriggerSettings,
		private readonly snapshot: Snapshot,
	) {}

	/**
	 * Adds a contact that a search or a lookup returned, and returns whether it matches. The service's
	 * comparison isn't documented, so a contact with another value is ignored.
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

	/** Applies the result of a lookup. `contact` is `undefined` if the contact was deleted. */
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
