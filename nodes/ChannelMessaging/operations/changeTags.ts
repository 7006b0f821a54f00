import { contactField, readContact } from '../parameters/contact/contact';
import { readTags, tagsFields } from '../parameters/contact/tags';
import { ifContactNotFoundOption } from '../parameters/options/options';
import { inChunks } from './inChunks';
import { defineOperation, type Operation } from './operation';

type Words = Pick<Operation, 'action' | 'description' | 'name'> & { participle: string };

/** An operation that changes the tags of a contact by one method of the channel. */
export function changeTags(
	method: 'addTags' | 'removeTags',
	{ participle, ...words }: Words,
): Operation {
	return defineOperation({
		...words,
		resource: 'contact',
		value: method,
		wording: { things: 'contacts', participle },
		repetition: 'harmless',
		properties: [contactField, ...tagsFields],
		options: [ifContactNotFoundOption],
		prepare(parameters) {
			const chunks = readTags(parameters);
			return {
				kind: 'forContact',
				contact: readContact(parameters),
				async perform(channel, contactId) {
					const change = async (tags: string[]) => await channel[method](contactId, tags);
					const answer = await inChunks(chunks, 'tags', change);
					return [{ ...answer, tags: chunks.flat(), contactId }];
				},
			};
		},
	});
}
