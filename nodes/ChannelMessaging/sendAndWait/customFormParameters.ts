import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';
import { withoutAllowedResults } from '../parameters/doubtfulText';
import {
	assertJsonStructure,
	assertListStructure,
} from '../parameters/expressions/expressionInjection';
import { parsedJson } from '../parameters/parsedJson';
import { ParameterError } from '../parameters/parameterError';
import type { ParameterSet, ParameterValue } from '../parameters/parameterTypes';
import { kindOf, quoted } from '../parameters/quoted';
import { readRows } from '../parameters/readRows';
import { choiceField, readChoice } from '../parameters/readChoice';
import { readBoolean } from '../parameters/readBoolean';
import { readFilledText, readText } from '../parameters/readText';
import { parametersIn } from '../parameters/parameterSet';
import { assertResolved } from '../parameters/expressions/expressionInFixedText';
import { isBlank } from '../texts/visibleText';
import { type EntryIssue, validateEntry } from './validateEntry';
import {
	type FieldType,
	type FormField,
	maxLengthOf,
	typesWithOptions,
	typesWithPlaceholder,
	unsupportedTypes,
} from './formField';
import { maxFields, maxOptions } from './questionSizeLimits';

// These names and values are the same as in n8n's Form node.

const typeColumn = choiceField<FieldType>({
	displayName: 'Element Type',
	name: 'fieldType',
	type: 'options',
	default: 'text',
	description: 'The type of the field',
	options: [
		{ name: 'Checkboxes', value: 'checkbox' },
		{ name: 'Date', value: 'date' },
		{ name: 'Dropdown', value: 'dropdown' },
		{ name: 'Email', value: 'email' },
		{ name: 'Number', value: 'number' },
		{ name: 'Radio Buttons', value: 'radio' },
		{ name: 'Text Input', value: 'text' },
		{ name: 'Textarea', value: 'textarea' },
	],
});

const labelColumn: INodeProperties = {
	displayName: 'Label',
	name: 'fieldLabel',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. When should we deliver?',
	description: 'The text above the field',
};

const keyColumn: INodeProperties = {
	displayName: 'Custom Field Name',
	name: 'fieldName',
	type: 'string',
	default: '',
	placeholder: 'e.g. deliveryDate',
	description: 'The key of the answer in the output. Defaults to the label.',
};

const placeholderColumn: INodeProperties = {
	displayName: 'Placeholder',
	name: 'placeholder',
	type: 'string',
	default: '',
	placeholder: 'e.g. Ana Souto',
	description: 'Sample text inside the empty field',
	displayOptions: { show: { fieldType: typesWithPlaceholder } },
};

const defaultColumn: INodeProperties = {
	displayName: 'Default Value',
	name: 'defaultValue',
	type: 'string',
	default: '',
	placeholder: 'e.g. Morning',
	description:
		'The initial value. For several checkboxes, separate options with commas. Dates have the format YYYY-MM-DD.',
};

const optionColumn: INodeProperties = {
	displayName: 'Option',
	name: 'option',
	type: 'string',
	default: '',
	placeholder: 'e.g. Morning',
	description: 'An option that the contact can select',
};

const optionRow = { displayName: 'Option', name: 'values', values: [optionColumn] };

const optionsColumn: INodeProperties = {
	displayName: 'Field Options',
	name: 'fieldOptions',
	type: 'fixedCollection',
	default: { values: [{ option: '' }] },
	required: true,
	placeholder: 'Add Field Option',
	description: 'The options that the contact can select',
	typeOptions: { multipleValues: true, sortable: true },
	displayOptions: { show: { fieldType: typesWithOptions } },
	options: [optionRow],
};

const requiredColumn: INodeProperties = {
	displayName: 'Required Field',
	name: 'requiredField',
	type: 'boolean',
	default: false,
	description: 'Whether the contact must fill in the field',
};

const fieldRow = {
	displayName: 'Form Element',
	name: 'values',
	values: [
		labelColumn,
		typeColumn,
		keyColumn,
		placeholderColumn,
		optionsColumn,
		defaultColumn,
		requiredColumn,
	],
};

const defineFormField = choiceField({
	displayName: 'Define Form',
	name: 'defineForm',
	type: 'options',
	noDataExpression: true,
	default: 'fields',
	description: "How to define the form's fields",
	options: [
		{ name: 'Using Fields Below', value: 'fields' },
		{ name: 'Using JSON', value: 'json' },
	],
	displayOptions: { show: { responseType: ['customForm'] } },
});

const rowsField: INodeProperties = {
	displayName: 'Form Elements',
	name: 'formFields',
	type: 'fixedCollection',
	default: { values: [{ fieldLabel: '', fieldType: 'text' }] },
	required: true,
	placeholder: 'Add Form Element',
	description: 'The fields that the contact fills in',
	typeOptions: { multipleValues: true, sortable: true, minRequiredFields: 1 },
	displayOptions: { show: { responseType: ['customForm'], defineForm: ['fields'] } },
	options: [fieldRow],
};

const exampleFields = [
	{ fieldLabel: 'Name', placeholder: 'e.g. Ana Souto', requiredField: true },
	{ fieldLabel: 'Delivery date', fieldType: 'date', requiredField: true },
	{
		fieldLabel: 'Time',
		fieldType: 'radio',
		fieldOptions: { values: [{ option: 'Morning' }, { option: 'Afternoon' }] },
	},
];

const jsonField: INodeProperties = {
	displayName: 'Form Fields',
	name: 'jsonOutput',
	type: 'json',
	default: JSON.stringify(exampleFields, null, 2),
	required: true,
	typeOptions: { rows: 5 },
	description:
		'A list of fields with fieldLabel, and optionally fieldType, fieldName, placeholder, fieldOptions, defaultValue, and requiredField',
	displayOptions: { show: { responseType: ['customForm'], defineForm: ['json'] } },
};

export const customFormFields = [defineFormField, rowsField, jsonField];

/** n8n's own nodes use this key for the time of the answer. */
const reservedKey = 'respondedAt';

/** Returns the text parameters to check for mistakes. */
export function customFormTexts(parameters: ParameterSet): ParameterValue[] {
	if (readChoice(parameters, defineFormField) !== 'json') return [parameters.get(rowsField)];
	return [withoutAllowedResults(parameters.get(jsonField))];
}

export function readCustomForm(parameters: ParameterSet): FormField[] {
	const isJson = readChoice(parameters, defineFormField) === 'json';
	const field = isJson ? jsonField : rowsField;
	const rows = isJson ? readJsonRows(parameters) : readRows(parameters.get(field), fieldRow);
	const { label } = parameters.get(field);
	if (rows.length === 0) throw new ParameterError(`${label} is empty`, 'Add at least one field.');
	if (rows.length > maxFields) {
		throw new ParameterError(
			`${label} has ${String(rows.length)} fields`,
			`Keep at most ${String(maxFields)} fields.`,
		);
	}
	const fields = rows.map(readFormField);
	const optionCount = fields.reduce((sum, { options }) => sum + options.length, 0);
	if (optionCount > maxOptions) {
		throw new ParameterError(
			`${label} has ${String(optionCount)} options`,
			`Keep at most ${String(maxOptions)} options in all fields together.`,
		);
	}
	const keys = new Set([reservedKey]);
	for (const { key } of fields) {
		if (keys.has(key)) {
			throw new ParameterError(
				key === reservedKey
					? `${label} has a field named ${quoted(key)}, which is the time of the answer`
					: `${label} has several fields named ${quoted(key)}`,
				`Change the '${labelColumn.displayName}', or enter a '${keyColumn.displayName}'.`,
			);
		}
		keys.add(key);
	}
	return fields;
}

/** Other keys are rejected, because they are probably typos. */
const jsonKeys = fieldRow.values.map(({ name }) => name);

function readJsonRows(parameters: ParameterSet): ParameterSet[] {
	const field = parameters.get(jsonField);
	assertResolved(field);
	assertJsonStructure(field);
	const { value, label } = field;
	const list = typeof value === 'string' ? parsedJson(value)?.value : value;
	if (!Array.isArray(list)) {
		throw new ParameterError(
			`${label} is not a JSON list of fields`,
			'Write each field as an object, such as [{"fieldLabel": "Name", "fieldType": "text"}].',
		);
	}
	return list.map((entry: unknown, index) => {
		const place = ` of field ${String(index + 1)} in ${label}`;
		if (!isRecord(entry)) {
			throw new ParameterError(
				`${label}, field ${String(index + 1)}, is ${kindOf(entry)}, but must be an object`,
				'Write it as an object, such as {"fieldLabel": "Name", "fieldType": "text"}.',
			);
		}
		const unknown = Object.keys(entry).find((key) => !jsonKeys.includes(key));
		if (unknown !== undefined && !unsupportedTypes.includes(entry.fieldType)) {
			throw new ParameterError(
				`${quoted(unknown)}${place} is not supported`,
				`Remove it. The supported keys are ${jsonKeys.join(', ')}.`,
			);
		}
		const { fieldOptions } = entry;
		const values = Array.isArray(fieldOptions)
			? { ...entry, fieldOptions: { values: fieldOptions } }
			: entry;
		return parametersIn(values, { place });
	});
}

function readFormField(row: ParameterSet): FormField {
	const typeParameter = row.get(typeColumn);
	if (unsupportedTypes.includes(typeParameter.value)) {
		throw new ParameterError(
			`${typeParameter.label} is ${quoted(String(typeParameter.value))}, which is not supported`,
			`Choose another type: ${typeColumn.options.map(({ value }) => value).join(', ')}.`,
		);
	}
	const type = readChoice(row, typeColumn);
	const label = singleLine(readFilledText(row.get(labelColumn)));
	const key = readText(row.get(keyColumn));
	const field: FormField = {
		key: isBlank(key) ? label : key.trim(),
		label,
		type,
		isRequired: readBoolean(row.get(requiredColumn)),
		placeholder: typesWithPlaceholder.includes(type)
			? singleLine(readText(row.get(placeholderColumn)))
			: '',
		defaultValues: [],
		options: typesWithOptions.includes(type) ? readOptions(row) : [],
	};
	return { ...field, defaultValues: readDefaultValues(row, field) };
}

function readOptions(row: ParameterSet): string[] {
	const field = row.get(optionsColumn);
	const options = readRows(field, optionRow).map((option) =>
		singleLine(readFilledText(option.get(optionColumn))),
	);
	if (options.length === 0) {
		throw new ParameterError(`${field.label} is empty`, 'Add at least one option.');
	}
	// HTML can't represent U+0000, so browsers would submit an option that differs from this one.
	const unusable = options.find((option) => option.includes('\0'));
	if (unusable !== undefined) {
		throw new ParameterError(
			`${field.label} has the option ${quoted(unusable)} with the character U+0000`,
			'Remove the character, which a web page cannot contain.',
		);
	}
	const seen = new Set<string>();
	const repeated = options.find((option) => seen.size === seen.add(option).size);
	if (repeated === undefined) return options;
	throw new ParameterError(
		`${field.label} has the option ${quoted(repeated)} more than once`,
		'Keep only one of them.',
	);
}

/** Matches a date with a time, which date expressions often return. */
const dateWithTime = /^(\d{4}-\d{2}-\d{2})T.*$/s;

const defaultProblems: Readonly<Record<EntryIssue, readonly [problem: string, advice: string]>> = {
	missingAnswer: ['empty', 'Enter a value.'],
	rejectedDate: ['not a date', 'Enter a date such as 2030-01-31.'],
	rejectedEmail: ['not an email address', 'Enter an address such as ana@mail.example.'],
	rejectedLength: [
		'too long',
		`Enter at most ${String(maxLengthOf('textarea'))} characters for a text area, ${String(maxLengthOf('number'))} for a number, and ${String(maxLengthOf('text'))} for other fields.`,
	],
	rejectedNumber: ['not a number', 'Enter a number such as 4 or 1.5.'],
	rejectedOption: [
		'not one of the options',
		`Enter an option exactly as in '${optionsColumn.displayName}'.`,
	],
};

function readDefaultValues(row: ParameterSet, field: FormField): readonly string[] {
	const parameter = row.get(defaultColumn);
	const text = readText(parameter).trim();
	if (isBlank(text)) return [];
	if (field.type === 'checkbox' && !field.options.includes(text)) assertListStructure(parameter);
	const values = defaultValuesOf(text, field);
	const isTooLong = field.options.length === 0 && text.length > maxLengthOf(field.type);
	const issue = isTooLong ? 'rejectedLength' : validateEntry(field, values);
	if (issue === undefined) return values;
	const invalid = values.find((value) => validateEntry(field, [value]) !== undefined) ?? text;
	const [problem, advice] = defaultProblems[issue];
	throw new ParameterError(`${parameter.label} is ${quoted(invalid)}, which is ${problem}`, advice);
}

function defaultValuesOf(text: string, { type, options }: FormField): string[] {
	if (type === 'date') return [text.replace(dateWithTime, '$1')];
	if (type !== 'checkbox' || options.includes(text)) return [text];
	return text.split(',').map((value) => value.trim());
}

function singleLine(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}
