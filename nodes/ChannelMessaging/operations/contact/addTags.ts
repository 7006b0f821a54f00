import { contactField, readContact } from '../../fields/contact';
import { optionsField, readCallSettings, timeoutOption } from '../../fields/options';
import { splitOption } from '../../fields/parts';
import { readTags, tagsFields } from '../../fields/tags';
import { inParts } from '../inParts';
import { type ContactPlan, defineContactOperation } from '../operation';

interface AddTagsPlan extends ContactPlan {
	/** As many as there are calls to make. */
	parts: string[][];
}

/** Section 4.5. */
export const addTags = defineContactOperation<AddTagsPlan>({
	resource: 'contact',
	value: 'addTags',
	name: 'Add Tags',
	action: 'Add tags to contact',
	description: 'Attach tags to a contact',
	wording: { things: 'contacts', participle: 'tagged' },
	repetition: 'harmless',
	properties: [contactField, ...tagsFields, optionsField([splitOption, timeoutOption])],
	read: (parameters) => ({
		contact: readContact(parameters),
		parts: readTags(parameters),
		settings: readCallSettings(parameters),
	}),
	perform: async (channel, contactId, { parts }) => [
		await inParts(parts, 'tags', async (tags) => await channel.addTags(contactId, tags)),
	],
});
