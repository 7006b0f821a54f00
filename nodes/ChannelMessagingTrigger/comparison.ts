import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../ChannelMessaging/api/apiError';
import { type Contact, fieldsOf, identifierOf } from '../ChannelMessaging/api/contact';
import { contentOf, readContent } from './contactContent';
import type { TriggerSettings } from './triggerSettings';

/** What is remembered of a contact from one poll to the next. */
export interface KnownContact {
	/** Whether the last search lacked it. */
	isMissing: boolean;
	/** What was watched of it; empty where changes don't matter. */
	content: string;
}

/** The contacts that match, by their identifiers. */
export type KnownContacts = ReadonlyMap<string, KnownContact>;

/** Lookups in one poll, a call each: two minutes at half of the limit. Others wait for the next. */
export const mostLookedUp = 100;

/**
 * Compares a search with what was known before it.
 *
 * Pages move while they are read: a contact may be on none of them although it matches. So a contact
 * has stopped to match only when two searches in a row lack it, and the service, asked for it, no
 * longer gives the value.
 *
 * Pure: contacts come in, events come out.
 */
export class Comparison {
	/** What is to be remembered. */
	readonly known = new Map<string, KnownContact>();

	/** One item for each event: the contact, and for a change its content before. */
	readonly events: IDataObject[] = [];

	/** @param before undefined at the first poll, which remembers */
	constructor(
		private readonly settings: TriggerSettings,
		private readonly before: KnownContacts | undefined,
	) {}

	/** Takes in a contact that matches. Throws an `ApiError` where it has no identifier. */
	see(contact: Contact): void {
		const { event, watched, includeExisting } = this.settings;
		const contactId = identifierOf(contact);
		if (contactId === undefined) {
			throw new ApiError({ reason: 'contactWithoutId', outcome: 'notDone' });
		}
		const content = event === 'contactChanges' ? contentOf(contact, watched) : '';
		const former = this.before?.get(contactId);
		this.known.set(contactId, { isMissing: false, content });
		if (former === undefined) {
			const isNew = this.before !== undefined || includeExisting;
			if (event === 'contactMatches' && isNew) this.events.push(contact);
		} else if (former.content !== content) {
			this.events.push({ ...contact, before: readContent(former.content) });
		}
	}

	/** After all pages: the identifiers that two searches in a row lack, to look up for `found`. */
	missing(): string[] {
		const toLookUp: string[] = [];
		for (const [contactId, { isMissing, content }] of this.before ?? []) {
			if (this.known.has(contactId)) continue;
			if (isMissing && toLookUp.length < mostLookedUp) toLookUp.push(contactId);
			else this.known.set(contactId, { isMissing: true, content });
		}
		return toLookUp;
	}

	/** Takes in a contact that was missing, as it is now; undefined where the service didn't say. */
	found(contactId: string, contact: Contact | undefined): void {
		const { event, match } = this.settings;
		const former = this.before?.get(contactId);
		if (contact === undefined) {
			if (former !== undefined) this.known.set(contactId, former);
			return;
		}
		const fields = fieldsOf(contact);
		const isMatch = Object.hasOwn(fields, match.name) && String(fields[match.name]) === match.value;
		if (isMatch) this.see({ ...contact, id: contactId });
		else if (event === 'contactStopsMatching') this.events.push(contact);
	}
}
