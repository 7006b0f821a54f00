import type { INodeProperties } from 'n8n-workflow';

import { isBlank } from '../texts/visibleText';

export const ignoreEmptyValuesOption: INodeProperties = {
	displayName: 'Ignore Empty Values',
	name: 'ignoreEmptyValues',
	type: 'boolean',
	default: false,
	description:
		'Whether to leave out empty and missing values. Otherwise, empty text clears the custom field, and a missing value is rejected.',
};

export function isEmptyValue(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && isBlank(value));
}
