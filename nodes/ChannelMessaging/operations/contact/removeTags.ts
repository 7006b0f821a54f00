import { contactField, readContact } from '../../parameters/contact/contact';
import { readTags, tagsFields } from '../../parameters/contact/tags';
import { ifContactNotFoundOption } from '../../parameters/options/options';
import { inChunks } from '../inChunks';
import { defineOperation } from '../operation';

/** Section 4.6 (Remove tags). */
export const removeTags = defineOperation({
	resource: 'contact',
	value: 'removeTags',
	name: 'Remove Tags',
	action: 'Remove tags from contact',
	description: 'Take tags off a contact',
	wording: { things: 'contacts', participle: 'untagged' },
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
					async (tags) => await channel.removeTags(contactId, tags),
				);
				return [{ ...answer, contactId }];
			},
		};
	},
});
