import type { INodeProperties } from 'n8n-workflow';

import { limits } from '../client/documentedLimits';
import { assertNoPlaceholder } from './placeholderValue';
import { assertComplete } from './incompleteExpression';
import type { LimitedList } from './limitedList';
import { optionsOf } from './options';
import { checkExpression, ParameterError } from './parameterError';
import type { ChannelParameters, ParameterSet, ParameterValue } from './parameterTypes';
import { tagsInEntry } from '../texts/skippedTags';
import { textEntries } from './textEntries';
import { readTextList } from './textList';

const maxCount = limits.tagsPerRequest;

const tags = textEntries({
	singularNoun: 'Tag',
	noun: 'Tags',
	maxCount,
	description: `The names of the tags. More than ${String(maxCount)} tags are sent in several requests.`,
	column: {
		displayName: 'Name',
		name: 'name',
		placeholder: 'e.g. newsletter',
		description: 'The name of the tag',
	},
	list: {
		placeholder: 'e.g. newsletter, vip',
		description: 'Comma-separated names, or an expression that returns a list',
	},
});

export const tagsFields = tags.fields;

export const readTags = tags.read;

export const tagsOption: INodeProperties = {
	displayName: 'Tags',
	name: 'tags',
	type: 'string',
	default: '',
	placeholder: 'e.g. newsletter, vip',
	description:
		'Tags to add to the saved contact: comma-separated names, or an expression that returns a list. They are added in a second request.',
};

export const skipIfTaggedOption: INodeProperties = {
	displayName: 'Skip If Tagged',
	name: 'skipIfTagged',
	type: 'string',
	default: '',
	placeholder: 'e.g. opted-out, human',
	description:
		'Comma-separated names or a list. Skips contacts with any of these tags, ignoring case and accents. With By ID, each contact needs a contact request.',
};

export interface TagToSkip {
	name: string;
	/** The reason is `optedOut` if the tag is set in the credential. */
	reason: 'contactTagged' | 'optedOut';
}

export function readTagsToSkip(parameters: ChannelParameters): readonly TagToSkip[] {
	const options = optionsOf(parameters);
	const chosen = options.has(skipIfTaggedOption)
		? readSkipIfTagged(options.get(skipIfTaggedOption))
		: [];
	return [
		...parameters.credential.neverMessageTagged.map(
			(name) => ({ name, reason: 'optedOut' }) as const,
		),
		...chosen.map((name) => ({ name, reason: 'contactTagged' }) as const),
	];
}

function readSkipIfTagged(option: ParameterValue): readonly string[] {
	const names = option.value === null ? [] : readTextList(option);
	// Ignoring a missing tag would send the message to contacts who opted out.
	assertComplete(option);
	for (const name of names) assertNoPlaceholder(option, name);
	if (names.length > 0) return names.flatMap(tagsInEntry);
	throw new ParameterError(`${option.label} has no value`, 'Enter a tag, or remove the option.');
}

export function readTagsOption(parameters: ParameterSet): LimitedList<string> {
	const options = optionsOf(parameters);
	if (!options.has(tagsOption)) return { entries: [], noun: 'tags', maxCount };
	const option = options.get(tagsOption);
	if (option.value === undefined || option.value === null) {
		throw new ParameterError(`${option.label} has no value`, checkExpression);
	}
	return { entries: readTextList(option), noun: 'tags', maxCount };
}
