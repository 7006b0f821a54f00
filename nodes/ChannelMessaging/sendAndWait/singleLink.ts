import type { INodeProperties } from 'n8n-workflow';

import { optionsOf } from '../parameters/optionsCollection';
import type { ParameterSet } from '../parameters/parameterTypes';
import { readBoolean } from '../parameters/readBoolean';
import type { Choice } from './question';
import { shownFor } from './responseType';

export const singleLinkOption: INodeProperties = {
	displayName: 'Single Link',
	name: 'singleLink',
	type: 'boolean',
	default: true,
	description:
		'Whether to send a single link to a page with a button for each answer, rather than one link per answer',
	displayOptions: shownFor('approval'),
};

/**
 * Returns whether all choices share a link to a page that has a button for each. This is the
 * default if there are several choices.
 */
export function hasSingleLink(parameters: ParameterSet, choices: readonly Choice[]): boolean {
	const options = optionsOf(parameters);
	return options.has(singleLinkOption)
		? readBoolean(options.get(singleLinkOption))
		: choices.length > 1;
}
