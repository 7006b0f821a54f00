import type { Channel } from '../client/channel';
import { contactIdOf } from '../client/model';
import type { RecentChanges } from './recentChanges';

export function withRecordedChanges(
	channel: Channel,
	channelKey: string,
	changes: RecentChanges,
): Channel {
	return {
		...channel,
		updateContact: async (contactId, customFields) =>
			await changes.during(
				channelKey,
				contactId,
				async () => await channel.updateContact(contactId, customFields),
			),
		addTags: async (contactId, tags) =>
			await changes.during(
				channelKey,
				contactId,
				async () => await channel.addTags(contactId, tags),
			),
		removeTags: async (contactId, tags) =>
			await changes.during(
				channelKey,
				contactId,
				async () => await channel.removeTags(contactId, tags),
			),
		async createContact(customFields) {
			const response = await channel.createContact(customFields);
			const contactId = response.documented && contactIdOf(response.documented);
			if (contactId !== undefined) changes.add(channelKey, contactId);
			return response;
		},
	};
}
