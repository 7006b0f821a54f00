import type { INodeProperties } from 'n8n-workflow';

import type { CustomFieldAssignment } from '../../api/contact';
import { limits } from '../../api/limits';
import type { ItemParameters } from '../itemParameters';
import { readSwitch } from '../options/options';
import { ParameterError } from '../parameterError';
import { type CappedList, chunksOf, inOneCall } from '../values/cappedList';
import { readFilledText, readText } from '../values/text';
import { customFieldRowsField, label as rowsLabel, readCustomFieldRows } from './customFieldRows';
import {
	customFieldsJsonField,
	label as jsonLabel,
	readCustomFieldsJson,
} from './customFieldsJson';
import type { GivenAssignment } from './givenAssignment';
import { fieldsToExcludeOption, fieldsToIncludeOption, readInputFields } from './inputFields';

const mappingModeField: INodeProperties = {
	displayName: 'Mapping Mode',
	name: 'mappingMode',
	type: 'options',
	noDataExpression: true,
	default: 'defineBelow',
	description: 'Where the custom fields and their values come from',
	options: [
		{
			name: 'Define Below',
			value: 'defineBelow',
			description: 'Choose or type each custom field and give its value',
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'Give all in one, such as an expression with an object of names and values',
		},
		{
			name: 'Map Automatically',
			value: 'autoMapInputData',
			description: 'Take each field of the input item as the custom field of the same name',
		},
	],
};

const ignoreEmptyValuesOption: INodeProperties = {
	displayName: 'Ignore Empty Values',
	name: 'ignoreEmptyValues',
	type: 'boolean',
	default: false,
	description:
		'Whether to leave out custom fields whose value is empty or missing; otherwise empty text clears the field, and a missing value is refused',
};

export const customFieldsFields: INodeProperties[] = [
	mappingModeField,
	customFieldRowsField,
	customFieldsJsonField,
];

export const customFieldsOptions: readonly INodeProperties[] = [
	fieldsToExcludeOption,
	fieldsToIncludeOption,
	ignoreEmptyValuesOption,
];

/**
 * The custom field assignments of an item: at least one, at most as many as a call takes, and no
 * name twice. An empty value is a value: it clears the field.
 */
export function readCustomFields(parameters: ItemParameters): CustomFieldAssignment[] {
	return inOneCall(readAssignments(parameters));
}

/** The same in chunks, as many as it takes calls. */
export function readCustomFieldChunks(parameters: ItemParameters): CustomFieldAssignment[][] {
	return chunksOf(readAssignments(parameters));
}

function readAssignments(parameters: ItemParameters): CappedList<CustomFieldAssignment> {
	const ignoresEmpty = readSwitch(parameters, ignoreEmptyValuesOption);
	const { holder, all } = readGiven(parameters);
	const given = all.filter(({ value }) => !ignoresEmpty || (value ?? '') !== '');
	if (given.length === 0) {
		throw new ParameterError(
			`${holder} no custom field with a value`,
			`Give at least one value, or turn off '${ignoreEmptyValuesOption.displayName}'.`,
		);
	}
	const entries = given.map(assignmentOf);
	refuseRepeatedNames(entries, holder);
	return { entries, holder, things: 'custom fields', cap: limits.customFieldsPerRequest };
}

/** What is given, and how messages begin that count it. */
function readGiven(parameters: ItemParameters): { holder: string; all: GivenAssignment[] } {
	const { name, displayName } = mappingModeField;
	// Workflows that are older than the choice define below.
	switch (parameters.value(name) ?? 'defineBelow') {
		case 'defineBelow':
			return { holder: `'${rowsLabel}' has`, all: readCustomFieldRows(parameters) };
		case 'json':
			return { holder: `'${jsonLabel}' has`, all: readCustomFieldsJson(parameters) };
		case 'autoMapInputData':
			return { holder: `'${displayName}' maps`, all: readInputFields(parameters) };
		default:
			throw new ParameterError(
				`'${displayName}' has an unknown value`,
				'Open the node and choose one from the list.',
			);
	}
}

function assignmentOf({ name, value, ...subjects }: GivenAssignment): CustomFieldAssignment {
	const filledName = readFilledText(name, subjects.nameSubject);
	if (value === undefined || value === null) {
		throw new ParameterError(
			`${subjects.valueSubject} has no value`,
			`Check the expression or the data that it comes from. Empty text clears the field, and '${ignoreEmptyValuesOption.displayName}' leaves it alone.`,
		);
	}
	return { name: filledName, value: readText(value, subjects.valueSubject) };
}

function refuseRepeatedNames(assignments: readonly CustomFieldAssignment[], holder: string): void {
	const names = new Set<string>();
	for (const { name } of assignments) {
		if (names.has(name)) {
			throw new ParameterError(
				`${holder} the name '${name}' more than once`,
				"Keep one of them: it isn't known which value would count.",
			);
		}
		names.add(name);
	}
}
