import type { INodeProperties } from 'n8n-workflow';

import { areComparable } from '../client/contactTags';
import { tagInterpretations } from '../texts/tagInterpretations';
import { assertComplete } from './identity/expressionWithoutResult';
import { optionsOf } from './optionsCollection';
import { ParameterError } from './parameterError';
import type { ChannelParameters, ParameterValue } from './parameterTypes';
import { assertNoMissingValue } from './identity/missingValue';
import { readTextList } from './readTextList';

export const skipIfTaggedOption: INodeProperties = {
	displayName: 'Skip If Tagged',
	name: 'skipIfTagged',
	type: 'string',
	default: '',
	placeholder: 'e.g. opted-out, human',
	description:
		'Comma-separated names or a list. Contacts with any of these tags (ignoring case and accents) are skipped. By ID takes one contact request per contact.',
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
	// If a missing tag were ignored, contacts who opted out would receive the message.
	assertComplete(option);
	for (const name of names) assertNoMissingValue(option, name);
	if (!areComparable(names)) {
		throw new ParameterError(`${option.label} is too long`, 'Enter fewer or shorter tags.');
	}
	if (names.length > 0) return names.flatMap(tagInterpretations);
	throw new ParameterError(`${option.label} has no value`, 'Enter a tag, or remove the option.');
}
