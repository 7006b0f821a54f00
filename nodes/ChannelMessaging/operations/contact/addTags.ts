import { contactIdField, readContactId } from '../../fields/contactId';
import { optionsField, readCallSettings, timeoutOption } from '../../fields/options';
import { readTags, tagsField } from '../../fields/tags';
import { defineOperation, type Plan } from '../operation';

interface AddTagsPlan extends Plan {
	contactId: string;
	tags: string[];
}

/** Section 4.5. */
export const addTags = defineOperation<AddTagsPlan>({
	resource: 'contact',
	value: 'addTags',
	name: 'Add Tags',
	action: 'Add tags to contact',
	description: 'Attach tags to a contact',
	wording: { things: 'contacts', participle: 'tagged' },
	properties: [contactIdField, tagsField, optionsField([timeoutOption])],
	read: (parameters) => ({
		contactId: readContactId(parameters),
		tags: readTags(parameters),
		settings: readCallSettings(parameters),
	}),
	perform: async (channel, { contactId, tags }) => [await channel.addTags(contactId, tags)],
});
