import type { INodeProperties } from 'n8n-workflow';

import { limits } from '../client/model';
import { optionsOf } from './options';
import { ParameterError, type Parameters } from './parameter';
import { checkExpression, readTextList } from './readers';
import { chunk, textEntries } from './textList';

const maxCount = limits.tagsPerRequest;

const tags = textEntries({
	singularNoun: 'Tag',
	noun: 'Tags',
	maxCount,
	description: `The names of the tags: up to ${String(maxCount)}`,
	column: {
		displayName: 'Name',
		name: 'name',
		placeholder: 'e.g. newsletter',
		description: 'The name of the tag',
	},
	list: {
		placeholder: 'e.g. newsletter, vip',
		description: `Comma-separated names, or an expression that returns a list. The node sends more than ${String(maxCount)} tags in several requests.`,
	},
});

export const tagsFields = tags.fields;

/** Splits an item's tag names into chunks, one chunk per request. */
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

/**
 * Splits the tag names of the *Tags* option into chunks, one chunk per request. Returns an empty
 * array if the option is missing or empty. Throws `ParameterError` if an expression returns no
 * value.
 */
export function readTagsOption(parameters: Parameters): string[][] {
	const options = optionsOf(parameters);
	if (!options.has(tagsOption)) return [];
	const parameterValue = options.get(tagsOption);
	// An expression that returns no tags is probably wrong.
	if (parameterValue.value === undefined || parameterValue.value === null) {
		throw new ParameterError(`${parameterValue.label} has no value`, checkExpression);
	}
	return chunk({ entries: readTextList(parameterValue), maxCount });
}
