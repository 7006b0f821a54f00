import { contactField, readContact } from '../../fields/contact';
import { optionsField, readCallSettings, timeoutOption } from '../../fields/options';
import { readTags, tagsField } from '../../fields/tags';
import { type ContactPlan, defineContactOperation } from '../operation';

interface AddTagsPlan extends ContactPlan {
	tags: string[];
}

/** Section 4.5. */
export const addTags = defineContactOperation<AddTagsPlan>({
	resource: 'contact',
	value: 'addTags',
	name: 'Add Tags',
	action: 'Add tags to contact',
	description: 'Attach tags to a contact',
	wording: { things: 'contacts', participle: 'tagged' },
	properties: [contactField, tagsField, optionsField([timeoutOption])],
	read: (parameters) => ({
		contact: readContact(parameters),
		tags: readTags(parameters),
		settings: readCallSettings(parameters),
	}),
	perform: async (channel, contactId, { tags }) => [await channel.addTags(contactId, tags)],
});
