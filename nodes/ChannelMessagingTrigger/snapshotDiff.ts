import type { IDataObject } from 'n8n-workflow';

import { type Contact, fieldText } from '../ChannelMessaging/client/model';
import { valuesOf } from '../ChannelMessaging/phoneNumbers/customFieldReference';
import type { TriggerSettings } from './settings';
import type { Snapshot } from './snapshot';
import { parseContent, watchedContent } from './watchedContent';

/**
 * Lookup results that searches don't reflect yet, because search results can lag behind. Maps each
 * contact's ID to the contact's content, or to `undefined` if the contact doesn't match. A result
 * is removed when a search confirms it.
 */
export type LookedUpContacts = Map<string, string | undefined>;

/** Compares contacts with a snapshot, updates the snapshot, and collects the resulting events. */
export class SnapshotDiff {
	readonly events: IDataObject[] = [];

	constructor(
		private readonly settings: TriggerSettings,
		private readonly snapshot: Snapshot,
		private readonly lookedUp: LookedUpContacts,
	) {}

	/**
	 * Adds a contact from search results. Returns `differs` if the contact doesn't have the searched
	 * value, because the service doesn't document how it compares values.
	 *
	 * Returns `outdated` if the search results contradict an earlier lookup. In this case, only
	 * another lookup can show whether the search results lag behind or the contact has changed again.
	 */
	addFound(contactId: string, contact: Contact): 'differs' | 'matches' | 'outdated' {
		const { lookedUp } = this;
		const content = this.contentOf(contact);
		if (content === undefined) return 'differs';
		if (lookedUp.has(contactId) && lookedUp.get(contactId) !== content) return 'outdated';
		lookedUp.delete(contactId);
		this.add(contactId, contact, content);
		return 'matches';
	}

	/** @param contact `undefined` if the contact was deleted */
	addLookedUp(contactId: string, contact: Contact | undefined): void {
		const { contacts } = this.snapshot;
		const content = contact && this.contentOf(contact);
		if (contacts.get(contactId) === content) return;
		this.lookedUp.set(contactId, content);
		if (contact === undefined || content === undefined) this.remove(contactId, contact);
		else this.add(contactId, contact, content);
	}

	/**
	 * Stops looking up a contact if no lookup has a clear result, and trusts the search results
	 * instead. A contact that the search results lack is removed. A contact that an earlier lookup
	 * removed is added again by the next pass that finds it.
	 */
	giveUp(contactId: string): void {
		if (this.lookedUp.delete(contactId)) return;
		if (this.snapshot.contacts.has(contactId)) this.remove(contactId, undefined);
	}

	/** Returns `undefined` if the contact doesn't match. */
	private contentOf(contact: Contact): string | undefined {
		const { event, match, watched } = this.settings;
		if (!valuesOf(match).includes(fieldText(contact, match.name) ?? '')) return undefined;
		return event === 'contactChanges' ? watchedContent(contact, watched) : '';
	}

	private add(contactId: string, contact: Contact, content: string): void {
		const { contacts, baselinePasses } = this.snapshot;
		const before = contacts.get(contactId);
		if (before === content) return;
		contacts.set(contactId, content);
		this.snapshot.revision += 1;
		const { event } = this.settings;
		if (before !== undefined) this.report(contactId, contact, parseContent(before));
		else if (event === 'contactMatches' && baselinePasses === 0) this.report(contactId, contact);
	}

	private remove(contactId: string, contact: Contact | undefined): void {
		this.snapshot.contacts.delete(contactId);
		this.snapshot.revision += 1;
		if (this.settings.event !== 'contactStopsMatching') return;
		this.report(contactId, contact ?? { custom_fields: {}, tags: [] });
	}

	private report(contactId: string, contact: Contact, before?: IDataObject): void {
		this.events.push({ id: contactId, ...contact, contactId, ...(before && { before }) });
	}
}
