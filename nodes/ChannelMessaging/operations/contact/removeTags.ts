import { contactField, readContact } from '../../fields/contact';
import { optionsField, readCallSettings, timeoutOption } from '../../fields/options';
import { splitOption } from '../../fields/parts';
import { readTags, tagsFields } from '../../fields/tags';
import { inParts } from '../inParts';
import { type ContactPlan, defineContactOperation } from '../operation';

interface RemoveTagsPlan extends ContactPlan {
	/** As many as there are calls to make. */
	parts: string[][];
}

/** Section 4.6. */
export const removeTags = defineContactOperation<RemoveTagsPlan>({
	resource: 'contact',
	value: 'removeTags',
	name: 'Remove Tags',
	action: 'Remove tags from contact',
	description: 'Take tags off a contact',
	wording: { things: 'contacts', participle: 'untagged' },
	repetition: 'harmless',
	properties: [contactField, ...tagsFields, optionsField([splitOption, timeoutOption])],
	read: (parameters) => ({
		contact: readContact(parameters),
		parts: readTags(parameters),
		settings: readCallSettings(parameters),
	}),
	perform: async (channel, contactId, { parts }) => [
		await inParts(parts, 'tags', async (tags) => await channel.removeTags(contactId, tags)),
	],
});
