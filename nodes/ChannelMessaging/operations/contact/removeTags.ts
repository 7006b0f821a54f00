import { contactIdField, readContactId } from '../../fields/contactId';
import { optionsField, readCallSettings, timeoutOption } from '../../fields/options';
import { readTags, tagsField } from '../../fields/tags';
import { defineOperation, type Plan } from '../operation';

interface RemoveTagsPlan extends Plan {
	contactId: string;
	tags: string[];
}

/** Section 4.6. */
export const removeTags = defineOperation<RemoveTagsPlan>({
	resource: 'contact',
	value: 'removeTags',
	name: 'Remove Tags',
	action: 'Remove tags from contact',
	description: 'Take tags off a contact',
	wording: { things: 'contacts', participle: 'untagged' },
	properties: [contactIdField, tagsField, optionsField([timeoutOption])],
	read: (parameters) => ({
		contactId: readContactId(parameters),
		tags: readTags(parameters),
		settings: readCallSettings(parameters),
	}),
	perform: async (channel, { contactId, tags }) => [await channel.removeTags(contactId, tags)],
});
