import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../client/model';
import { visibleText } from '../texts/visibleText';
import type { HintedProperty, ParameterValue } from './parameterTypes';
import { readFilledText } from './readers';

type NameField = Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'required'> & {
	/** The resource locator's initial mode. */
	mode?: 'list' | 'name';
	default?: string;
	placeholder?: string;
};

/**
 * Returns a resource locator, so that users can select a custom field from a list or enter its
 * name.
 */
export function customFieldNameField({
	mode = 'list',
	default: value = '',
	placeholder = 'e.g. city',
	...field
}: NameField): HintedProperty {
	return {
		...field,
		type: 'resourceLocator',
		default: { mode, value },
		builderHint: {
			propertyHint:
				'Resource locator with the exact name of the custom field: { "__rl": true, "mode": "name", "value": "city" }.',
		},
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: 'searchCustomFieldNames', searchable: true },
			},
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				placeholder,
				hint: 'The exact name of the custom field in the channel',
			},
		],
	};
}

/**
 * Removes invisible characters from a custom field's name, such as the byte order mark that a CSV
 * file adds to its first column. Otherwise, the value would be saved in another custom field.
 */
export function visibleName(entered: string): string {
	return visibleText(entered).trim();
}

/**
 * Returns the name as entered, and rejects a name without visible characters. Older workflows
 * contain the name as plain text instead of a resource locator.
 */
export function readCustomFieldName({ value, label, raw }: ParameterValue): string {
	const isLocator = isRecord(value) && 'mode' in value;
	const entered = readFilledText({
		value: isLocator ? value.value : value,
		label,
		raw: isRecord(raw) ? raw.value : raw,
	});
	readFilledText({ value: visibleName(entered), label });
	return entered;
}
