import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../client/model';
import type { HintedProperty, ParameterValue } from './parameterTypes';
import { readFilledText } from './readers';

type NameField = Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'required'> & {
	/** The initial mode of the resource locator. */
	mode?: 'list' | 'name';
	default?: string;
	placeholder?: string;
};

/**
 * Returns a resource locator, because users can select a custom field from a list or enter its
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

/** Older workflows contain the name as plain text instead of a resource locator. */
export function readCustomFieldName({ value, label, raw }: ParameterValue): string {
	const isLocator = isRecord(value) && 'mode' in value;
	return readFilledText({
		value: isLocator ? value.value : value,
		label,
		raw: isRecord(raw) ? raw.value : raw,
	});
}
