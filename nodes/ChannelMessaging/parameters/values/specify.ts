import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../itemParameters';
import { ParameterError } from '../parameterError';

/** How a parameter's texts are given: in rows of their own, or all in one list. */
export type Specified = 'individually' | 'list';

/** The choice between rows and a list. */
export function specifyField({ things, name }: { things: string; name: string }): INodeProperties {
	return {
		displayName: `Specify ${things}`,
		name,
		type: 'options',
		noDataExpression: true,
		default: 'individually',
		description: `How the ${things.toLowerCase()} are given`,
		options: [
			{
				name: 'As List',
				value: 'list',
				description: 'All in one parameter, such as an expression that gives a list',
			},
			{ name: 'Individually', value: 'individually', description: 'Each in a row of its own' },
		],
	};
}

/** What was chosen. Workflows that are older than the choice have rows. */
export function readSpecified(
	parameters: ItemParameters,
	{ name, displayName }: INodeProperties,
): Specified {
	const chosen = parameters.value(name) ?? 'individually';
	if (chosen === 'individually' || chosen === 'list') return chosen;
	throw new ParameterError(
		`'${displayName}' has an unknown value`,
		'Open the node and choose one from the list.',
	);
}
