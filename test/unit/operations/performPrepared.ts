import type { IDataObject } from 'n8n-workflow';

import type { Channel } from '../../../nodes/ChannelMessaging/client/channel';
import type { Match } from '../../../nodes/ChannelMessaging/contacts/contactLookup';
import {
	type ContactReference,
	findContact,
} from '../../../nodes/ChannelMessaging/contacts/findContact';
import type { PreparedItem } from '../../../nodes/ChannelMessaging/operations/operation';

/** Where the links of questions lead to. */
export const linkAddress = 'https://n8n.example.com/webhook-waiting/1/node';

function contactIdOf(contact: ContactReference): string {
	return contact.kind === 'id' ? contact.contactId : 'found';
}

/** Does what was read; whom it matches is searched first, whom it names otherwise isn't. */
export async function performPrepared(
	item: PreparedItem,
	channel: Channel,
): Promise<IDataObject[]> {
	switch (item.kind) {
		case 'simple':
			return await item.perform(channel);
		case 'contact':
			return await item.perform(channel, contactIdOf(item.contact));
		case 'question':
			return await item.perform(
				channel,
				contactIdOf(item.contact),
				(query) => `${linkAddress}?${new URLSearchParams(query).toString()}`,
			);
		case 'upsert': {
			const contactId = await findContact(channel, item.match);
			const match: Match =
				contactId === undefined
					? { kind: 'missing', created: () => undefined }
					: { kind: 'existing', contactId, isRemembered: false };
			return await item.perform(channel, match);
		}
	}
}
