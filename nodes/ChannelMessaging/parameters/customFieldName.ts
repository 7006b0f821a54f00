import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';
import type { HintedProperty, ParameterValue } from './parameterTypes';
import { readFilledText } from './readText';
import { visibleName } from './visibleName';

type NameField = Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'required'> & {
	mode?: 'list' | 'name';
	default?: string;
	placeholder?: string;
};

/** Users can select a documented custom field or enter any other name. */
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
 * In older workflows, this parameter isn't a resource locator but contains the name as plain text.
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
