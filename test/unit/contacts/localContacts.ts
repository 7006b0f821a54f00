import { createChannel } from '../../../nodes/ChannelMessaging/client/channel';
import { tagsOf } from '../../../nodes/ChannelMessaging/client/contactTags';
import { contactIdOf } from '../../../nodes/ChannelMessaging/client/contactId';
import { fieldsOf } from '../../../nodes/ChannelMessaging/client/customFieldText';
import type { Contact } from '../../../nodes/ChannelMessaging/client/contact';
import type { ChannelRequest } from '../../../nodes/ChannelMessaging/client/channelRequest';
import { Channel } from '../../support/service/channel';
import { type ContactSearch, defaultConfiguration } from '../../support/service/configuration';
import { localResponse } from '../client/localResponse';

export function contactOf(id: string, fields: Record<string, string> = {}): Contact {
	return { id, custom_fields: fields, tags: [], created_at: 0 };
}

/** Returns a contact as the service stores it. */
function storedContact(contact: Contact) {
	return {
		id: contactIdOf(contact) ?? '',
		custom_fields: fieldsOf(contact) as Record<string, string>,
		tags: tagsOf(contact) ?? [],
		created_at: 0,
	};
}

/**
 * The package's client for the contacts of a local service, without HTTP and rate limits. Tests can
 * change the contacts between two requests.
 */
export class LocalContacts {
	/** The requests, such as `phone=+1 1` for the first page of a search, or `7` for a Get. */
	readonly requests: string[] = [];

	/** Called before each response. */
	onRequest: () => void = () => undefined;

	readonly search: ContactSearch;

	private readonly service = new Channel('token', 0, {
		limits: { messagesPerSecond: null, contactRequestsPerMinute: null },
	});

	/** All requests, also those that change contacts. */
	readonly client = createChannel(async (request) => {
		await Promise.resolve();
		return this.responseTo(request);
	}, 'other');

	/** Advances with each change of the contacts. */
	private now = 1;

	/** The time of the contacts that searches find, if it isn't the current time. */
	private indexedAt: number | undefined;

	/** @param contacts must have IDs of digits, as fetched contacts do */
	constructor(contacts: readonly Contact[], search: Partial<ContactSearch> = {}) {
		this.search = { ...defaultConfiguration.search, pageSize: 2, ...search };
		this.contacts = contacts;
	}

	readonly firstRequest = () => ({ readAt: 0, readDate: 0 });

	// Tests replace these functions if their responses contradict each other.
	findContacts: typeof this.client.findContacts = async (...search) =>
		await this.client.findContacts(...search);

	getContact: typeof this.client.getContact = async (contactId) =>
		await this.client.getContact(contactId);

	get contacts(): Contact[] {
		return this.service.contacts.all().map((contact) => ({ ...contact }));
	}

	set contacts(contacts: readonly Contact[]) {
		const { contacts: store } = this.service;
		this.now += 1;
		const stored = contacts.map(storedContact);
		const remaining = new Set(stored.map(({ id }) => id));
		for (const { id } of store.all()) if (!remaining.has(id)) store.delete(id, this.now);
		for (const contact of stored) {
			const isSame = JSON.stringify(store.get(contact.id)) === JSON.stringify(contact);
			if (!isSame) store.add(contact, this.now);
		}
	}

	/** From now on, searches only find what they find now. */
	freezeIndex(): void {
		this.indexedAt = this.now;
	}

	/** From now on, searches find no contact, although all of them exist. */
	unindex(): void {
		const { contacts } = this;
		this.contacts = [];
		this.freezeIndex();
		this.contacts = contacts;
	}

	thawIndex(): void {
		this.indexedAt = undefined;
	}

	private responseTo(request: ChannelRequest) {
		const { method, path, query } = request;
		if (method !== 'GET') this.now += 1;
		const { now: at, indexedAt = at } = this;
		this.requests.push(
			query === undefined
				? decodeURIComponent(path.replace(/.*\//, ''))
				: `${String(query['name'])}=${String(query['value'])} ${query['page'] ?? '1'}`,
		);
		this.onRequest();
		this.service.configuration.search = { ...this.search, lagMs: at - indexedAt };
		return localResponse(this.service, request, at);
	}
}
