import type { IDataObject } from 'n8n-workflow';

import type { Channel } from '../../../nodes/ChannelMessaging/api/channel';
import type { PreparedItem } from '../../../nodes/ChannelMessaging/operations/operation';

/** Does what was read, for a contact that a search has found or, to be created, has not. */
export async function performPrepared(
	item: PreparedItem,
	channel: Channel,
): Promise<IDataObject[]> {
	switch (item.kind) {
		case 'forNobody':
			return await item.perform(channel);
		case 'forContact':
			return await item.perform(
				channel,
				item.contact.kind === 'id' ? item.contact.contactId : 'found',
			);
		case 'forMatch': {
			const nothing = () => undefined;
			return await item.perform(channel, {
				kind: 'missing',
				creating: nothing,
				created: nothing,
			});
		}
	}
}
