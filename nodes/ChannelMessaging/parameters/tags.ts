import type { INodeProperties } from 'n8n-workflow';

import { limits } from '../client/model';
import { optionsOf } from './options';
import { ParameterError, type Parameters } from './parameter';
import { checkExpression, readTextList } from './readers';
import { chunk, textEntries } from './textList';

const cap = limits.tagsPerRequest;

const tags = textEntries({
	thing: 'Tag',
	things: 'Tags',
	cap,
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
			'Comma-separated names, or an expression that returns a list. Sends several requests for more than 10.',
	},
});

export const tagsFields = tags.fields;

/** The tag names of an item in chunks, as many as it takes calls. */
export function readTags(parameters: Parameters): string[][] {
	return chunk(tags.read(parameters));
}

export const tagsOption: INodeProperties = {
	displayName: 'Tags',
	name: 'tags',
	type: 'string',
	default: '',
	placeholder: 'e.g. newsletter, vip',
	description:
		'Tags to add to the saved contact: comma-separated names, or an expression that returns a list. Sends a second request.',
};

/** The same of the option: none where it wasn't added, or is empty. */
export function readTagsOption(parameters: Parameters): string[][] {
	const options = optionsOf(parameters);
	if (!options.has(tagsOption)) return [];
	const given = options.given(tagsOption);
	// An expression that finds nothing is a mistake rather than a wish for no tags.
	if (given.value === undefined || given.value === null) {
		throw new ParameterError(`${given.subject} has no value`, checkExpression);
	}
	return chunk({ entries: readTextList(given), cap });
}
