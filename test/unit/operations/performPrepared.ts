import type { IDataObject } from 'n8n-workflow';

import type { Channel } from '../../../nodes/ChannelMessaging/client/channel';
import type { UpsertTarget } from '../../../nodes/ChannelMessaging/contacts/lockedUpsert';
import { findContact } from '../../../nodes/ChannelMessaging/contacts/findContact';
import type { PreparedOperation } from '../../../nodes/ChannelMessaging/operations/operation';
import type { ContactReference } from '../../../nodes/ChannelMessaging/customFieldValues/contactReference';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../support/virtualClock';

/** The address of the links in questions. */
export const linkAddress = 'https://n8n.example.com/webhook-waiting/1/node';

function contactIdOf(contact: ContactReference): string {
	return contact.kind === 'id' ? contact.contactId : 'found';
}

/** Performs a prepared item. Only searches for a contact if the operation is Create or Update. */
export async function performPrepared(
	item: PreparedOperation,
	channel: Channel,
): Promise<IDataObject[]> {
	switch (item.kind) {
		case 'simple':
			return await item.perform({ channel });
		case 'contact':
			return await item.perform({
				channel,
				contactId: contactIdOf(item.contact),
				contact: undefined,
				linkTo: (query) => `${linkAddress}?${new URLSearchParams(query).toString()}`,
				openChat: () => ({
					contacts: channel,
					channelKey: 'channel',
					token: 'the-token',
					receivedAt: 0,
					requestLink: async () => await Promise.reject(new Error('No question is open')),
					clock: new VirtualClock(),
					cancellation: new CancellationToken(),
				}),
			});
		case 'upsert': {
			const found = await findContact(channel, item.match);
			const target: UpsertTarget =
				found === undefined ? { kind: 'missing' } : { ...found, kind: 'existing' };
			return await item.perform({ channel, target });
		}
	}
}
