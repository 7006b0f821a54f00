import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../client/model';
import { type HintedProperty, type ParameterValue, ParameterError } from './parameter';
import { readFilledText } from './readers';

type NameField = Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'required'> & {
	/** The initial mode. */
	mode?: 'list' | 'name';
	default?: string;
	placeholder?: string;
};

/** Returns a parameter for a custom field name. Users select the name from a list or enter it. */
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

/** Returns the name of a custom field. Accepts plain text, which older workflows contain. */
export function readCustomFieldName({ value, label, raw }: ParameterValue): string {
	const isLocator = isRecord(value) && 'mode' in value;
	return readFilledText({
		value: isLocator ? value.value : value,
		label,
		raw: isRecord(raw) ? raw.value : raw,
	});
}

/**
 * Throws `ParameterError` if a name occurs more than once.
 *
 * @param owner the start of the error message, such as `'Custom Fields' has`
 */
export function assertUnique(names: readonly string[], owner: string): void {
	const seen = new Set<string>();
	for (const name of names) {
		if (seen.has(name)) {
			throw new ParameterError(
				`${owner} the name '${name}' more than once`,
				'Keep only one of them, because the result would be unpredictable.',
			);
		}
		seen.add(name);
	}
}

export interface AssignmentValues {
	name: ParameterValue;
	value: ParameterValue;
	/** The error to throw if the value is missing. */
	missing?: ParameterError;
}
