import type { INodeProperties } from 'n8n-workflow';

import type { CustomFieldAssignment } from '../../api/contact';
import { limits } from '../../api/limits';
import { readSwitch } from '../options/options';
import { readFieldValue } from '../options/phoneNumbers';
import { type ItemParameters, ParameterError } from '../parameter';
import type { CappedList } from '../values/cappedList';
import { choiceField, readChoice } from '../values/choice';
import { type GivenAssignment, readCustomFieldName, refuseRepeatedNames } from './customFieldName';
import { customFieldRowsField, readCustomFieldRows } from './customFieldRows';
import { customFieldsJsonField, readCustomFieldsJson } from './customFieldsJson';
import { mapAutomaticallyFields, readInputFields } from './inputFields';

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

/** @param least how many custom fields an item must have */
export function customFieldsFields(least: 0 | 1): INodeProperties[] {
	return [
		mappingModeField,
		...mapAutomaticallyFields,
		customFieldRowsField(least),
		customFieldsJsonField,
	];
}

export const customFieldsOptions = [ignoreEmptyValuesOption];

/** Of each mapping mode, how messages begin that count what it gives, and what reads that. */
const sources = {
	defineBelow: { holder: "'Custom Fields' has", read: readCustomFieldRows },
	json: { holder: "'Custom Fields as JSON' has", read: readCustomFieldsJson },
	autoMapInputData: { holder: "'Mapping Mode' maps", read: readInputFields },
};

/** At least so many assignments, no name twice. An empty value is one, too: it clears the field. */
export function readCustomFields(
	parameters: ItemParameters,
	least: 0 | 1,
): CappedList<CustomFieldAssignment> {
	const ignoresEmpty = readSwitch(parameters, ignoreEmptyValuesOption);
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
	refuseRepeatedNames(names, holder);
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
