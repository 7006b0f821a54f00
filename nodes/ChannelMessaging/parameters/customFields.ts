import type { INodeProperties } from 'n8n-workflow';

import { type CustomFieldAssignment, limits } from '../client/model';
import {
	customFieldNameField,
	type GivenAssignment,
	readCustomFieldName,
	assertUnique,
} from './customFieldName';
import { customFieldsJsonField, readCustomFieldsJson } from './customFieldsJson';
import { mapAutomaticallyFields, readInputFields } from './mapAutomatically';
import { readBooleanOption } from './options';
import { type ItemParameters, ParameterError, type Parameters } from './parameter';
import { readFieldValue } from './phoneNumberOptions';
import { choiceField, readChoice, readRows } from './readers';
import type { LimitedList } from './textList';

const mappingModeField = choiceField({
	displayName: 'Mapping Mode',
	name: 'mappingMode',
	type: 'options',
	noDataExpression: true,
	default: 'defineBelow',
	description: 'How to specify the custom fields and their values',
	options: [
		{
			name: 'Define Below',
			value: 'defineBelow',
			description: 'Enter each custom field and its value',
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'Enter one object of names and values, or an expression that returns one',
		},
		{
			name: 'Map Automatically',
			value: 'autoMapInputData',
			description: 'Save fields of the input item as custom fields of the same name',
		},
	],
});

const ignoreEmptyValuesOption: INodeProperties = {
	displayName: 'Ignore Empty Values',
	name: 'ignoreEmptyValues',
	type: 'boolean',
	default: false,
	description:
		'Whether to leave out empty and missing values. Otherwise, empty text clears the custom field, and a missing value is rejected.',
};

/**
 * Returns the parameters for custom fields.
 *
 * @param least the minimum number of custom fields per item
 */
export function customFieldsFields(least: 0 | 1): INodeProperties[] {
	return [
		mappingModeField,
		...mapAutomaticallyFields,
		customFieldRowsField(least),
		customFieldsJsonField,
	];
}

export const customFieldsOptions = [ignoreEmptyValuesOption];

/** For each mapping mode, the start of error messages and the function that reads the fields. */
const sources = {
	defineBelow: { holder: "'Custom Fields' has", read: readCustomFieldRows },
	json: { holder: "'Custom Fields as JSON' has", read: readCustomFieldsJson },
	autoMapInputData: { holder: "'Mapping Mode' maps", read: readInputFields },
};

/**
 * Returns the custom fields of an item. Fields with an empty value count, because they clear the
 * field. Throws `ParameterError` if there are fewer than `least`, if a name is repeated, or if a
 * value is missing.
 */
export function readCustomFields(
	parameters: ItemParameters,
	least: 0 | 1,
): LimitedList<CustomFieldAssignment> {
	const ignoresEmpty = readBooleanOption(parameters, ignoreEmptyValuesOption);
	const { holder, read } = sources[readChoice(parameters, mappingModeField)];
	const given = read(parameters).filter(
		({ value: { value } }) => !ignoresEmpty || (value ?? '') !== '',
	);
	if (given.length < least) {
		throw new ParameterError(
			`${holder} no custom field with a value`,
			'Give at least one name and its value, and check the options that leave fields out.',
		);
	}
	const entries = given.map((assignment) => readAssignment(parameters, assignment));
	const names = entries.map(({ name }) => name);
	assertUnique(names, holder);
	return { entries, holder, things: 'custom fields', cap: limits.customFieldsPerRequest };
}

function readAssignment(parameters: ItemParameters, given: GivenAssignment): CustomFieldAssignment {
	const name = readCustomFieldName(given.name);
	const { value, subject } = given.value;
	if (value === undefined || value === null) {
		throw new ParameterError(
			`${subject} has no value`,
			`Check the expression or the data that it comes from. Empty text clears the field, and '${ignoreEmptyValuesOption.displayName}' leaves it alone.`,
		);
	}
	const spelled = readFieldValue(parameters, parameters.phoneNumbers(), name, given.value);
	return { name, value: spelled.value };
}

const nameColumn = customFieldNameField({
	displayName: 'Name',
	name: 'name',
	description:
		'The name of the custom field. The list shows the usual names; enter others by name.',
});

const valueColumn: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	placeholder: 'e.g. Lugo',
	description: 'The value to set; empty text clears the field',
};

const row = { displayName: 'Custom Field', name: 'field', values: [nameColumn, valueColumn] };

const field = { displayName: 'Custom Fields', name: 'customFields' };

/**
 * Returns the parameter of *Define Below*, with one row per custom field.
 *
 * @param least the minimum number of rows
 */
function customFieldRowsField(least: 0 | 1): INodeProperties {
	return {
		...field,
		type: 'fixedCollection',
		default:
			least === 0 ? {} : { field: [{ name: { __rl: true, mode: 'list', value: '' }, value: '' }] },
		required: least === 1,
		placeholder: 'Add Custom Field',
		description: 'The values to set: up to 30 custom fields',
		typeOptions: {
			multipleValues: true,
			sortable: true,
			minRequiredFields: least,
			maxAllowedFields: limits.customFieldsPerRequest,
		},
		displayOptions: { show: { mappingMode: ['defineBelow'] } },
		options: [row],
	};
}

function readCustomFieldRows(parameters: Parameters): GivenAssignment[] {
	return readRows(parameters.given(field), row).map((columns) => ({
		name: columns.given(nameColumn),
		value: columns.given(valueColumn),
	}));
}
