import type { IDataObject } from 'n8n-workflow';

import { fieldText } from '../ChannelMessaging/client/customFieldText';
import type { Contact } from '../ChannelMessaging/client/contact';
import { valuesOf } from '../ChannelMessaging/customFieldValues/customFieldReference';
import type { TriggerSettings } from './settings';
import type { Snapshot } from './snapshot';
import {
	changedParts,
	fieldsMissingFrom,
	noContent,
	type WatchedContent,
	watchedContent,
	withPartsOf,
} from './watchedContent';
import { valuesIn } from './valuesBefore';

/**
 * The result of a lookup. The result is kept until a search confirms it, because search results lag
 * behind.
 */
interface LookedUp {
	/** The content of the contact, or `undefined` if the contact doesn't match. */
	readonly content: WatchedContent | undefined;
	/**
	 * The number of searches that haven't shown the contact since the lookup, or since a search last
	 * showed the contact.
	 */
	readonly absences: number;
	/** The number of consecutive searches that have shown fields missing from the lookup. */
	readonly additions: number;
	/** Whether no search has shown the contact since it started to match. */
	readonly isOnlySource: boolean;
}

/** Returns the lookup result for content that another process may have obtained from a lookup. */
export function lookedUpElsewhere(content: WatchedContent): LookedUp {
	return { content, absences: 0, additions: 0, isOnlySource: false };
}

/**
 * If this many searches show a field that is missing from lookups, the field wasn't cleared, but is
 * omitted by lookups. If fewer searches show the field, they may simply lag behind.
 */
const maxAdditions = 10;

/**
 * If this many searches don't find a contact and all lookups of the contact were unclear, the
 * contact counts as deleted. The service's documentation doesn't define the response to an unknown
 * ID.
 */
export const maxUnclearPasses = 3;

export const noLongerMatching: LookedUp = {
	content: undefined,
	absences: 0,
	additions: 0,
	isOnlySource: false,
};

/** The results of lookups, by contact ID. */
export type LookedUpContacts = Map<string, LookedUp>;

/** Known fields that are missing from the latest search result. */
interface MissingFields {
	readonly names: readonly string[];
	/**
	 * Why the fields are missing. `unknown` until a lookup shows whether they were cleared or the
	 * search omitted them.
	 */
	readonly reason: 'omitted' | 'unknown';
}

/** Contacts with missing fields, by ID. */
export type ContactsWithMissingFields = Map<string, MissingFields>;

/**
 * Compares contacts with the snapshot, updates the snapshot, and collects events. A search can omit
 * fields that a lookup returns. For this reason, an additional field doesn't count as a change, and
 * a lookup checks whether a missing field was cleared. A lookup can also omit fields that searches
 * return.
 */
export class SnapshotDiff {
	readonly events: IDataObject[] = [];

	constructor(
		private readonly settings: TriggerSettings,
		private readonly snapshot: Snapshot,
		private readonly lookedUp: LookedUpContacts,
		private readonly missingFields: ContactsWithMissingFields,
	) {}

	/**
	 * Adds a contact from a search result. Returns `differs` if the contact's value differs from the
	 * search value, which is possible because the service's documentation doesn't define how values
	 * are compared. Returns `outdated` if the result contradicts a lookup or lacks a known field. In
	 * that case, only another lookup can show whether the contact has changed again, the search lags
	 * behind, or the search omits the field.
	 */
	addFound(contactId: string, contact: Contact): 'differs' | 'matches' | 'outdated' {
		const { lookedUp } = this;
		const content = this.contentOf(contact);
		if (content === undefined) return 'differs';
		const latest = lookedUp.get(contactId);
		if (latest !== undefined) lookedUp.set(contactId, { ...latest, absences: 0 });
		const known = this.snapshot.contacts.get(contactId);
		const lost = known === undefined ? [] : fieldsMissingFrom(content, known);
		const cleared = lost.filter((name) => isCleared(contact, name));
		const missing = this.missingIn(contactId, except(lost, cleared));
		if (missing?.reason === 'unknown') return 'outdated';
		const isChanged =
			known === undefined ||
			cleared.length > 0 ||
			changedParts(known, content).length > 0 ||
			(latest?.isOnlySource !== true && fieldsMissingFrom(known, content).length > 0);
		if (
			isChanged &&
			latest !== undefined &&
			this.contradicts(contactId, content, cleared, latest)
		) {
			return 'outdated';
		}
		lookedUp.delete(contactId);
		if (known === undefined) {
			this.addNew(contactId, contact, content);
			return 'matches';
		}
		const lacking = missing?.names ?? [];
		if (isChanged) this.reportChange(contactId, contact, known);
		this.learn(contactId, known, withPartsOf(known, [...lacking, null], content));
		return 'matches';
	}

	/** @param contact `undefined` if the contact was deleted */
	addLookedUp(contactId: string, contact: Contact | undefined): void {
		const { lookedUp, missingFields, snapshot } = this;
		const content = contact && this.contentOf(contact);
		const known = snapshot.contacts.get(contactId);
		if (contact === undefined || content === undefined) {
			if (known === undefined) return;
			lookedUp.set(contactId, noLongerMatching);
			this.remove(contactId, contact);
			return;
		}
		const { additions = 0, isOnlySource = false } = lookedUp.get(contactId) ?? {};
		const latest: LookedUp = { content, absences: 0, additions, isOnlySource };
		if (known === undefined) {
			lookedUp.set(contactId, { ...latest, isOnlySource: true });
			this.addNew(contactId, contact, content);
			return;
		}
		// A field was also cleared if both the search result and the lookup lack it.
		const { names: missing = [] } = missingFields.get(contactId) ?? {};
		const lacking = fieldsMissingFrom(content, known);
		const cleared = lacking.filter((name) => missing.includes(name) || isCleared(contact, name));
		if (cleared.length === 0 && changedParts(known, content).length === 0) {
			lookedUp.set(contactId, latest);
			// Static data contains only hashes, so a snapshot from another process has no values.
			if (content.hashes === known.hashes) snapshot.contacts.set(contactId, content);
			if (missing.length > 0) missingFields.set(contactId, { names: missing, reason: 'omitted' });
			return;
		}
		missingFields.delete(contactId);
		lookedUp.set(contactId, latest);
		this.reportChange(contactId, contact, known);
		const kept = except(lacking, cleared);
		this.learn(contactId, known, withPartsOf(known, [...kept, null], content));
	}

	/**
	 * Uses the search results if lookups stay unclear. Contacts that searches don't find are removed,
	 * and contacts that searches find are restored. Fields missing from the results count as omitted,
	 * because searches may never have returned them.
	 */
	giveUp(contactId: string): void {
		const { lookedUp, missingFields } = this;
		const { absences = maxUnclearPasses } = lookedUp.get(contactId) ?? {};
		lookedUp.delete(contactId);
		if (absences < maxUnclearPasses) return;
		const missing = missingFields.get(contactId);
		if (missing?.reason === 'unknown') {
			missingFields.set(contactId, { ...missing, reason: 'omitted' });
			return;
		}
		if (this.snapshot.contacts.has(contactId)) this.remove(contactId, undefined);
	}

	/**
	 * Returns whether a search result contradicts a lookup. Additional fields in the lookup aren't a
	 * contradiction, unless the search returned these fields without a value.
	 */
	private contradicts(
		contactId: string,
		found: WatchedContent,
		cleared: readonly string[],
		latest: LookedUp,
	): boolean {
		const { content } = latest;
		if (content === undefined) return true;
		const differs =
			changedParts(found, content).length > 0 ||
			cleared.some((name) => content.parts.includes(name));
		const additions = differs ? 0 : latest.additions + 1;
		this.lookedUp.set(contactId, { ...latest, absences: 0, additions });
		if (differs) return true;
		return fieldsMissingFrom(content, found).length > 0 && additions < maxAdditions;
	}

	/** Returns the contact's watched content, or `undefined` if the contact doesn't match. */
	private contentOf(contact: Contact): WatchedContent | undefined {
		const { event, match, watched } = this.settings;
		if (!valuesOf(match).includes(fieldText(contact, match.name) ?? '')) return undefined;
		return event === 'contactChanges' ? watchedContent(contact, watched) : noContent;
	}

	private missingIn(contactId: string, names: readonly string[]): MissingFields | undefined {
		const { missingFields } = this;
		const before = missingFields.get(contactId);
		if (names.length === 0) {
			missingFields.delete(contactId);
			return undefined;
		}
		if (before !== undefined && names.every((name) => before.names.includes(name))) {
			return { ...before, names };
		}
		const missing: MissingFields = { names, reason: 'unknown' };
		missingFields.set(contactId, missing);
		return missing;
	}

	private learn(contactId: string, known: WatchedContent, content: WatchedContent): void {
		this.snapshot.contacts.set(contactId, content);
		if (known.hashes !== content.hashes) this.snapshot.revision += 1;
	}

	private addNew(contactId: string, contact: Contact, content: WatchedContent): void {
		this.snapshot.contacts.set(contactId, content);
		this.snapshot.revision += 1;
		const isEvent = this.settings.event === 'contactMatches' && this.snapshot.baselinePasses === 0;
		if (isEvent) this.report(contactId, contact);
	}

	private reportChange(contactId: string, contact: Contact, known: WatchedContent): void {
		this.report(contactId, contact, valuesIn(known));
	}

	private remove(contactId: string, contact: Contact | undefined): void {
		this.snapshot.contacts.delete(contactId);
		this.missingFields.delete(contactId);
		this.snapshot.revision += 1;
		if (this.settings.event !== 'contactStopsMatching') return;
		this.report(contactId, contact ?? { custom_fields: {}, tags: [] });
	}

	private report(contactId: string, contact: Contact, before?: IDataObject): void {
		this.events.push({ id: contactId, ...contact, contactId, ...(before && { before }) });
	}
}

/** Returns whether the service returned the field without a value instead of omitting it. */
function isCleared(contact: Contact, name: string): boolean {
	return fieldText(contact, name) === '';
}

function except(names: readonly string[], others: readonly string[]): string[] {
	return names.filter((name) => !others.includes(name));
}
