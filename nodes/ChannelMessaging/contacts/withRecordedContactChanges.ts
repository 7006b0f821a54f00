import { unexpectedError } from '../client/apiError';
import type { Channel } from '../client/channel';
import { contactIdOf } from '../client/contactId';
import type { CustomFieldAssignment } from '../client/customFieldAssignment';
import { recentContactChanges } from './recentContactChanges';
import { type SavedValue, recentlySavedValues } from './recentlySavedValues';

/** Records changes that search results may not show yet. */
export function withRecordedContactChanges(
	channel: Channel,
	channelKey: string,
	changes = recentContactChanges,
	savedValues = recentlySavedValues,
): Channel {
	const record = (customFields: readonly CustomFieldAssignment[], savedValue: SavedValue): void => {
		for (const { name, value } of customFields) {
			if (value !== '') savedValues.add(channelKey, { name, value }, savedValue);
		}
	};
	return {
		...channel,
		async updateContact(contactId, customFields) {
			const fieldNames = customFields.map(({ name }) => name);
			const response = await changes.during(
				channelKey,
				contactId,
				fieldNames,
				async () => await channel.updateContact(contactId, customFields),
			);
			record(customFields, { outcome: 'done', contactId });
			return response;
		},
		addTags: async (contactId, tags) =>
			await changes.during(
				channelKey,
				contactId,
				[],
				async () => await channel.addTags(contactId, tags),
			),
		removeTags: async (contactId, tags) =>
			await changes.during(
				channelKey,
				contactId,
				[],
				async () => await channel.removeTags(contactId, tags),
			),
		async createContact(customFields) {
			const response = await channel.createContact(customFields).catch((error: unknown) => {
				const { outcome } = unexpectedError(error);
				if (outcome === 'unknown') record(customFields, { outcome });
				throw error;
			});
			const contactId = response.documented && contactIdOf(response.documented);
			if (contactId !== undefined) changes.add(channelKey, contactId);
			record(customFields, { outcome: 'done', contactId });
			return response;
		},
	};
}
