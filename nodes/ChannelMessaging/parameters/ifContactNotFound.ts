import type { INodeProperties } from 'n8n-workflow';

import { optionsOf } from './optionsCollection';
import type { ParameterSet } from './parameterTypes';
import { choiceField, readChoice } from './readChoice';

export const ifContactNotFoundOption = choiceField({
	displayName: 'If Contact Not Found',
	name: 'ifContactNotFound',
	type: 'options',
	default: 'fail',
	description: 'What to do if no contact matches',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description:
				"The item fails, and 'On Error' in the node's settings determines what happens next",
		},
		{
			name: 'Skip',
			value: 'skip',
			description: 'The node does nothing and returns an item with the status skipped',
		},
	],
});

/** Returns whether to skip items whose contact doesn't exist or isn't specified. */
export function readSkipsMissingContact(
	parameters: ParameterSet,
	offered: readonly INodeProperties[],
): boolean {
	if (!offered.includes(ifContactNotFoundOption)) return false;
	return readChoice(optionsOf(parameters), ifContactNotFoundOption) === 'skip';
}
