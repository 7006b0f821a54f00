import { contactField, readContact } from '../../fields/contact';
import { optionsField, readCallSettings, timeoutOption } from '../../fields/options';
import { readTags, tagsField } from '../../fields/tags';
import { type ContactPlan, defineContactOperation } from '../operation';

interface RemoveTagsPlan extends ContactPlan {
	tags: string[];
}

/** Section 4.6. */
export const removeTags = defineContactOperation<RemoveTagsPlan>({
	resource: 'contact',
	value: 'removeTags',
	name: 'Remove Tags',
	action: 'Remove tags from contact',
	description: 'Take tags off a contact',
	wording: { things: 'contacts', participle: 'untagged' },
	properties: [contactField, tagsField, optionsField([timeoutOption])],
	read: (parameters) => ({
		contact: readContact(parameters),
		tags: readTags(parameters),
		settings: readCallSettings(parameters),
	}),
	perform: async (channel, contactId, { tags }) => [await channel.removeTags(contactId, tags)],
});
