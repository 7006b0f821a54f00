import { contactField, readContact } from '../../parameters/contactLocator';
import { ifContactNotFoundOption } from '../../parameters/ifContactNotFound';
import { readTags, tagsFields, tagsOptions } from '../../parameters/tags';
import { defineOperation, type Operation } from '../operation';
import { sendInChunks } from '../sendInChunks';

type Words = Pick<Operation, 'action' | 'description' | 'name'> & { pastParticiple: string };

function changeTags(
	method: 'addTags' | 'removeTags',
	{ pastParticiple, ...words }: Words,
): Operation {
	return defineOperation({
		...words,
		resource: 'contact',
		value: method,
		wording: { noun: 'contacts', pastParticiple },
		repetition: 'harmless',
		properties: [contactField, ...tagsFields],
		options: [ifContactNotFoundOption, ...tagsOptions],
		prepare(parameters) {
			const tags = readTags(parameters);
			return {
				kind: 'contact',
				contact: readContact(parameters),
				async perform({ channel, contactId }) {
					const change = async (chunk: string[]) => await channel[method](contactId, chunk);
					const response = await sendInChunks(tags, change);
					return [{ ...response, tags: tags.entries, contactId }];
				},
			};
		},
	});
}

export const addTags = changeTags('addTags', {
	name: 'Add Tags',
	action: 'Add tags to contact',
	description: 'Add one or more tags to a contact',
	pastParticiple: 'tagged',
});

export const removeTags = changeTags('removeTags', {
	name: 'Remove Tags',
	action: 'Remove tags from contact',
	description: 'Remove one or more tags from a contact',
	pastParticiple: 'untagged',
});
