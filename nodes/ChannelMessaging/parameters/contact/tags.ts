import { limits } from '../../api/limits';
import type { ItemParameters } from '../itemParameters';
import { chunksOf } from '../values/cappedList';
import { textEntries } from '../values/textEntries';

const tags = textEntries({
	thing: 'Tag',
	things: 'Tags',
	cap: limits.tagsPerRequest,
	description: 'The names of the tags: up to 10',
	column: {
		displayName: 'Name',
		name: 'name',
		placeholder: 'e.g. newsletter',
		description: 'The name of the tag',
	},
	list: {
		placeholder: 'e.g. newsletter, vip',
		description:
			'The names of the tags with commas in between, or an expression that gives a list. More than 10 take several calls.',
	},
});

export const tagsFields = tags.fields;

/** The tag names of an item in chunks, as many as it takes calls. */
export function readTags(parameters: ItemParameters): string[][] {
	return chunksOf(tags.read(parameters)).map((chunk) => chunk.map(({ text }) => text));
}
