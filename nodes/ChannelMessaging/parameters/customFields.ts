import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { limits } from '../client/documentedLimits';
import { isRecord } from '../client/isRecord';
import { convertByField } from '../customFieldValues/convertByField';
import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import type { Assignment } from './assignment';
import { assertUnique } from './repeatedName';
import { customFieldNameField, readCustomFieldName } from './customFieldName';
import { visibleName } from './visibleName';
import { customFieldsJsonField, readCustomFieldsJson } from './customFieldsJson';
import {
	assertDataNotDoubtful,
	assertNotDoubtful,
	saveDoubtfulTextOption,
	withoutAllowedResults,
} from './doubtfulText';
import { ignoreEmptyValuesOption, isEmptyValue } from './ignoreEmptyValues';
import type { CheckedList } from './maxEntriesPerRequest';
import { mapAutomaticallyFields, readInputFields } from './mapAutomatically';
import { readPhoneNumberSettings } from './defaultCountry';
import { readBooleanOption, readSafetyOption } from './optionsCollection';
import { documentedName } from './mappedNames';
import { ParameterError } from './parameterError';
import type { HintedProperty, ItemParameters, ParameterSet } from './parameterTypes';
import { readCustomFieldValue } from './readCustomFieldValue';
import { readRows } from './readRows';
import { choiceField, readChoice } from './readChoice';
import { isBlankByMissingPart } from './expressions/expressionResults';

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
			description: 'Save fields of the input item as custom fields with the same name',
		},
	],
});

export function customFieldsFields(minFields: 0 | 1): INodeProperties[] {
	return [
		mappingModeField,
		...mapAutomaticallyFields,
		customFieldRowsField(minFields),
		customFieldsJsonField,
	];
}

export const customFieldsOptions = [ignoreEmptyValuesOption, saveDoubtfulTextOption];

const sources = {
	defineBelow: { errorStart: "'Custom Fields' has", read: readCustomFieldRows },
	json: { errorStart: "'Custom Fields as JSON' has", read: readCustomFieldsJson },
	autoMapInputData: { errorStart: "'Mapping Mode' maps", read: readInputFields },
};

/**
 * Reads the custom fields to save. Empty values clear a custom field. Missing values and duplicate
 * names are errors.
 *
 * @param target the contact, if it can exist. Values that the item read from this contact stay
 * unchanged.
 */
export function readCustomFields(
	parameters: ItemParameters,
	minFields: 0 | 1,
	target: 'existing' | 'new',
): CheckedList<CustomFieldReference> {
	const ignoresEmpty = readSafetyOption(parameters, ignoreEmptyValuesOption);
	const { errorStart, read } = sources[readChoice(parameters, mappingModeField)];
	const assignments = read(parameters).filter(
		({ value: { value } }) => !ignoresEmpty || !isEmptyValue(value),
	);
	if (assignments.length < minFields) {
		throw new ParameterError(
			`${errorStart} no custom field with a value`,
			'Enter at least one name and value, and check the options that exclude fields.',
		);
	}
	const mapped = assignments.map(({ mappedName = '' }) => visibleName(mappedName));
	const kept = target === 'existing' ? valuesReadFromContact(parameters.input) : {};
	const entries = assignments.map((assignment) =>
		assignment.mappedName === undefined
			? readAssignment(parameters, assignment, kept)
			: readMappedAssignment(parameters, assignment, { mapped, kept }),
	);
	const names = entries.map(({ name }) => name);
	assertUnique(names, errorStart);
	if (!readBooleanOption(parameters, saveDoubtfulTextOption)) {
		const changes = assignments.filter((_, index) => {
			const entry = entries[index];
			return entry === undefined || !isKept(entry, kept);
		});
		assertNoDoubt(parameters, changes, kept);
	}
	return { entries, errorStart, noun: 'custom fields', maxCount: limits.customFieldsPerRequest };
}

/**
 * If a documented name is similar to the input field's name, uses the documented name. When the
 * fields are saved, a similar name among the contact's own custom fields takes precedence.
 */
function readMappedAssignment(
	parameters: ItemParameters,
	assignment: Assignment,
	{ mapped, kept }: { mapped: readonly string[]; kept: IDataObject },
): CustomFieldReference {
	const mappedFrom = readAssignment(parameters, assignment, kept);
	const documented = documentedName(mappedFrom.name, mapped);
	if (documented === undefined) return { ...mappedFrom, mappedFrom };
	const field = readCustomFieldValue(parameters, documented, assignment.value);
	return { ...field, enteredName: mappedFrom.enteredName ?? mappedFrom.name, mappedFrom };
}

/**
 * Returns the custom fields of an item that describes a contact. The node and its trigger add
 * `contactId`. Without `contactId`, `custom_fields` can come from a form or from another program.
 */
function valuesReadFromContact({ contactId, custom_fields: fields }: IDataObject): IDataObject {
	return contactId !== undefined && isRecord(fields) ? fields : {};
}

function readAssignment(
	parameters: ItemParameters,
	assignment: Assignment,
	kept: IDataObject,
): CustomFieldReference {
	const enteredName = readCustomFieldName(assignment.name);
	const name = visibleName(enteredName);
	const { value, label } = assignment.value;
	if (value === undefined || value === null || isBlankByMissingPart(assignment.value)) {
		if (assignment.missing !== undefined) throw assignment.missing;
		throw new ParameterError(
			`${label} has no value`,
			`Check the expression or the data that it comes from. Empty text clears the field, and '${ignoreEmptyValuesOption.displayName}' leaves it unchanged.`,
		);
	}
	if (typeof value !== 'string' || !isKept({ name, value }, kept)) {
		return readCustomFieldValue(parameters, enteredName, assignment.value);
	}
	const field = convertByField(name, value, readPhoneNumberSettings(parameters));
	return { ...field, readFrom: { contactId: String(parameters.input.contactId), value } };
}

function isKept(
	{ name, value, readFrom }: Pick<CustomFieldReference, 'name' | 'readFrom' | 'value'>,
	kept: IDataObject,
): boolean {
	return readFrom !== undefined || (Object.hasOwn(kept, name) && kept[name] === value);
}

/** Throws if a value is probably a mistake that would replace the contact's current value. */
function assertNoDoubt(
	parameters: ItemParameters,
	changes: readonly Assignment[],
	kept: IDataObject,
): void {
	if (readChoice(parameters, mappingModeField) === 'json') {
		const json = parameters.get(customFieldsJsonField);
		if (changes.some(({ dataOf }) => dataOf === undefined)) {
			assertNotDoubtful([withoutAllowedResults(json, kept)], parameters.input);
		}
	}
	for (const { dataOf, name, value } of changes) {
		if (dataOf !== undefined) assertDataNotDoubtful(value, dataOf);
		else assertNotDoubtful([name, value], parameters.input);
	}
}

const nameColumn = customFieldNameField({
	displayName: 'Name',
	name: 'name',
	description:
		"The name of the custom field. The list contains common names. To enter another name, choose 'Name'.",
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

function customFieldRowsField(minFields: 0 | 1): HintedProperty {
	return {
		...field,
		type: 'fixedCollection',
		default:
			minFields === 0
				? {}
				: { field: [{ name: { __rl: true, mode: 'list', value: '' }, value: '' }] },
		required: minFields === 1,
		placeholder: 'Add Custom Field',
		description: `The values to set: up to ${String(limits.customFieldsPerRequest)} custom fields`,
		builderHint: {
			propertyHint:
				'Rows: { "field": [{ "name": { "__rl": true, "mode": "name", "value": "city" }, "value": expr("{{ $json.city }}") }] }. If one expression returns an object of names and values, set mappingMode to "json", and use customFieldsJson.',
		},
		typeOptions: {
			multipleValues: true,
			sortable: true,
			minRequiredFields: minFields,
			maxAllowedFields: limits.customFieldsPerRequest,
		},
		displayOptions: { show: { mappingMode: ['defineBelow'] } },
		options: [row],
	};
}

function readCustomFieldRows(parameters: ParameterSet): Assignment[] {
	return readRows(parameters.get(field), row).map((columns) => ({
		name: columns.get(nameColumn),
		value: columns.get(valueColumn),
	}));
}
