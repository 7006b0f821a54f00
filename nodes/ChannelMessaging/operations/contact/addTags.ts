import { contactField, readContact } from '../../parameters/contact/contact';
import { readTags, tagsFields } from '../../parameters/contact/tags';
import { ifContactNotFoundOption } from '../../parameters/options/options';
import { inChunks } from '../inChunks';
import { defineOperation } from '../operation';

/** Section 4.5 (Add tags). */
export const addTags = defineOperation({
	resource: 'contact',
	value: 'addTags',
	name: 'Add Tags',
	action: 'Add tags to contact',
	description: 'Attach tags to a contact',
	wording: { things: 'contacts', participle: 'tagged' },
	repetition: 'harmless',
	properties: [contactField, ...tagsFields],
	options: [ifContactNotFoundOption],
	prepare(parameters) {
		const chunks = readTags(parameters);
		return {
			kind: 'forContact',
			contact: readContact(parameters),
			async perform(channel, contactId) {
				const answer = await inChunks(
					chunks,
					'tags',
					async (tags) => await channel.addTags(contactId, tags),
				);
				return [{ ...answer, contactId }];
			},
		};
	},
});
