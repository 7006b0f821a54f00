import type { INodeProperties } from 'n8n-workflow';

import type { AssignmentValues } from './customFieldName';
import { type ItemParameters, ParameterError, type Parameters } from './parameter';
import { choiceField, kindOf, readChoice, readTextList } from './readers';

/**
 * Fields that n8n's Form Trigger and spreadsheet nodes add to the user's data. n8n adds
 * `formQueryParameters` only if the form's URL has a query. Fields of other triggers aren't listed,
 * because they may contain the user's data.
 */
const addedByN8n: readonly string[] = [
	'formMode',
	'formQueryParameters',
	'row_number',
	'submittedAt',
];

const shownWhenMapped = { mappingMode: ['autoMapInputData'] };

const notice: INodeProperties = {
	displayName:
		'Fields of the input item are saved as custom fields of the same name, and lists as comma-separated text. Fields that n8n adds (row_number, submittedAt, formMode, formQueryParameters) are left out unless you select them.',
	name: 'mapAutomaticallyNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: shownWhenMapped },
};

const inputFieldsField = choiceField({
	displayName: 'Input Fields',
	name: 'inputFields',
	type: 'options',
	noDataExpression: true,
	default: 'all',
	description: 'Which fields of the input item to save',
	options: [
		{ name: 'All', value: 'all', description: 'All fields of the input item' },
		{ name: 'All Except', value: 'except', description: 'All fields except those in the list' },
		{ name: 'Selected', value: 'selected', description: 'Only the fields in the list' },
	],
	displayOptions: { show: shownWhenMapped },
});

const fieldNamesField: INodeProperties = {
	displayName: 'Field Names',
	name: 'inputFieldNames',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. city, notes',
	description: 'Comma-separated names, or an expression that returns a list',
	displayOptions: { show: { ...shownWhenMapped, inputFields: ['except', 'selected'] } },
};

export const mapAutomaticallyFields = [notice, inputFieldsField, fieldNamesField];

/** Returns the selected fields of the input item as custom fields with the same names. */
export function readInputFields(parameters: ItemParameters): AssignmentValues[] {
	const fields = new Map<string, unknown>(Object.entries(parameters.input()));
	const all = [...fields.keys()];
	return chosenNames(parameters, all).map((name) => ({
		...assignmentOf(name, fields.get(name)),
		...(!fields.has(name) && { missing: missingField(name, all) }),
	}));
}

function missingField(name: string, all: readonly string[]): ParameterError {
	const similar = all.find((other) => other.toLowerCase() === name.toLowerCase());
	return new ParameterError(
		`'${fieldNamesField.displayName}': The item has no field '${name}'`,
		similar === undefined
			? 'Check the names of the fields in the input.'
			: `Did you mean '${similar}'? Field names are case-sensitive.`,
	);
}

function chosenNames(parameters: Parameters, all: readonly string[]): readonly string[] {
	const choice = readChoice(parameters, inputFieldsField);
	if (choice === 'selected') return readFieldNames(parameters);
	const excluded = new Set(
		choice === 'except' ? [...addedByN8n, ...readFieldNames(parameters)] : addedByN8n,
	);
	return all.filter((name) => !excluded.has(name));
}

/**
 * Returns field names. Throws `ParameterError` if there are none, because *All Except* would then
 * save fields that the user meant to exclude.
 */
function readFieldNames(parameters: Parameters): string[] {
	const parameterValue = parameters.get(fieldNamesField);
	const names = readTextList(parameterValue);
	if (names.length > 0) return names;
	throw new ParameterError(
		`${parameterValue.label} is empty`,
		`Enter at least one field, or set '${inputFieldsField.displayName}' to 'All'.`,
	);
}

/** Joins lists, such as the checked boxes of a form. */
function joinedList(value: unknown): unknown {
	const isList = Array.isArray(value) && value.every((entry) => typeof entry !== 'object');
	return isList ? value.join(', ') : value;
}

function assignmentOf(name: string, input: unknown): AssignmentValues {
	const value = joinedList(input);
	const label = `'${name}' of the input item, which 'Mapping Mode' maps,`;
	if (typeof value === 'object' && value !== null) {
		throw new ParameterError(
			`${label} is ${kindOf(value)}, but must be text`,
			`Leave it out with '${inputFieldsField.displayName}', or convert it to text in an earlier node.`,
		);
	}
	return {
		name: { value: name, label: "'Mapping Mode' finds a field in the input item whose name" },
		value: { value, label },
	};
}
