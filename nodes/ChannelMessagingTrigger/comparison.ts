import type { IDataObject } from 'n8n-workflow';

import { ApiError } from '../ChannelMessaging/api/apiError';
import { type Contact, identifierOf } from '../ChannelMessaging/api/contact';
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

/** What became of a contact that searches lack: as the service gives it by its identifier. */
export type Whereabouts =
	| { kind: 'matches' | 'stopped'; contact: Contact }
	| { kind: 'deleted' | 'unknown' };

/**
 * How many missing contacts are looked up in one poll, at a call each; the others wait for the next
 * one. At half of the service's rate they take two minutes.
 */
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
	private readonly now = new Map<string, KnownContact>();

	private readonly happened: IDataObject[] = [];

	/** @param before undefined at the first poll, which remembers */
	constructor(
		private readonly settings: Omit<TriggerSettings, 'match'>,
		private readonly before: KnownContacts | undefined,
	) {}

	/** What is to be remembered. */
	get known(): KnownContacts {
		return this.now;
	}

	/** One item for each event: the contact, and for a change its content before. */
	get events(): readonly IDataObject[] {
		return this.happened;
	}

	/** Takes in a contact that matches. Throws an `ApiError` where it has no identifier. */
	see(contact: Contact): void {
		const { event, watched, includeExisting } = this.settings;
		const contactId = identifierOf(contact);
		if (contactId === undefined) {
			throw new ApiError({ reason: 'contactWithoutId', outcome: 'notDone' });
		}
		const content = event === 'contactChanges' ? contentOf(contact, watched) : '';
		const former = this.before?.get(contactId);
		this.now.set(contactId, { isMissing: false, content });
		if (former === undefined) {
			const isNew = this.before !== undefined || includeExisting;
			if (event === 'contactMatches' && isNew) this.happened.push(contact);
		} else if (former.content !== content) {
			this.happened.push({ ...contact, before: readContent(former.content) });
		}
	}

	/**
	 * To be called when all pages have come. Gives the identifiers of contacts that two searches in a
	 * row lack: each is to be looked up, and handed to `found`.
	 */
	missing(): string[] {
		const toLookUp: string[] = [];
		for (const [contactId, { isMissing, content }] of this.before ?? []) {
			if (this.now.has(contactId)) continue;
			if (isMissing && toLookUp.length < mostLookedUp) toLookUp.push(contactId);
			else this.now.set(contactId, { isMissing: true, content });
		}
		return toLookUp;
	}

	/** Takes in what became of a contact that was missing. */
	found(contactId: string, whereabouts: Whereabouts): void {
		const former = this.before?.get(contactId);
		switch (whereabouts.kind) {
			case 'matches':
				this.see({ ...whereabouts.contact, id: contactId });
				break;
			case 'unknown':
				if (former !== undefined) this.now.set(contactId, former);
				break;
			case 'deleted':
				this.stopped({ id: contactId, custom_fields: {}, tags: [] });
				break;
			case 'stopped':
				this.stopped(whereabouts.contact);
				break;
		}
	}

	private stopped(contact: Contact): void {
		if (this.settings.event === 'contactStopsMatching') this.happened.push(contact);
	}
}
