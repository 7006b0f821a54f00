import type { IDataObject } from 'n8n-workflow';

import { ApiError, type ApiErrorReason } from '../ChannelMessaging/api/apiError';
import type { Channel } from '../ChannelMessaging/api/channel';
import type { Contact } from '../ChannelMessaging/api/contact';
import { contactPages } from '../ChannelMessaging/contacts/contactPages';
import { Comparison, type KnownContacts } from './comparison';
import type { TriggerSettings } from './triggerSettings';

/** A search for more takes most of an hour, and n8n stores what is known of them with each event. */
export const mostContacts = 50_000;

/** What concerns one contact alone: the poll goes on, and looks it up again the next time. */
const ofOneContact: readonly ApiErrorReason[] = ['serverFault', 'timedOut', 'unreadable'];

/**
 * Searches the contacts that match, and finds out what happened since the last poll. Each page is
 * looked at and let go (section 4.2, Find contacts by custom field).
 *
 * Rejects with an `ApiError`, also where more than 50,000 contacts match: then nothing has happened
 * yet, and the next poll finds all of it.
 */
export async function lookForEvents(
	channel: Pick<Channel, 'findContacts' | 'getContact'>,
	settings: TriggerSettings,
	before: KnownContacts | undefined,
): Promise<{ known: KnownContacts; events: readonly IDataObject[] }> {
	const comparison = new Comparison(settings, before);
	const { name, value } = settings.match;
	for await (const { contacts, total = 0 } of contactPages(channel, settings.match)) {
		for (const contact of contacts) comparison.see(contact);
		if (Math.max(total, comparison.known.size) > mostContacts) {
			const most = mostContacts;
			throw new ApiError({ reason: 'tooManyMatch', outcome: 'notDone', name, value, most });
		}
	}
	for (const contactId of comparison.missing()) {
		comparison.found(contactId, await getMissing(channel, contactId));
	}
	return comparison;
}

/**
 * A contact that searches lack, as it is now (section 4.3, Get contact by ID), which is empty when it
 * is gone; undefined where the service doesn't say. Rejects with what concerns all contacts.
 */
async function getMissing(
	channel: Pick<Channel, 'getContact'>,
	contactId: string,
): Promise<Contact | undefined> {
	return await channel.getContact(contactId).catch((error: unknown) => {
		const reason = error instanceof ApiError ? error.reason : undefined;
		// Two searches lacked the contact, and the service knows nothing of it any more.
		if (reason === 'refused' || reason === 'contactNotFound') {
			return { id: contactId, custom_fields: {}, tags: [] };
		}
		if (reason !== undefined && ofOneContact.includes(reason)) return undefined;
		throw error;
	});
}
