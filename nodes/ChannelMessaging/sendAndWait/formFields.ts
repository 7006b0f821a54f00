import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../client/model';
import { ParameterError, type Parameters, parametersIn } from '../parameters/parameter';
import {
	choiceField,
	kindOf,
	parsedJson,
	quoted,
	readBoolean,
	readChoice,
	readFilledText,
	readRows,
	readText,
	requireResolved,
} from '../parameters/readers';

// The names and values of these parameters are the same as in n8n's Form node.

const typeColumn = choiceField({
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

type FieldType = (typeof typeColumn)['options'][number]['value'];

/** A field on the page on which a contact answers a question. */
export interface FormField {
	/** The key of the contact's answer in the output. */
	key: string;
	label: string;
	type: FieldType;
	isRequired: boolean;
	placeholder: string;
	/** The values of the field when the page opens. */
	defaultValues: readonly string[];
	/** The options of checkboxes, dropdowns, and radio buttons. Empty for other types. */
	options: readonly string[];
}

/** Returns the HTML name of a form field. */
export function inputName(index: number): string {
	return `field-${String(index)}`;
}

/** Field types of n8n's Form node that this node rejects. */
const unsupportedTypes: readonly unknown[] = ['file', 'hiddenField', 'html', 'password'];

const typesWithOptions = ['checkbox', 'dropdown', 'radio'] as const;

const typesWithPlaceholder = ['email', 'number', 'text', 'textarea'] as const;

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
	displayOptions: { show: { fieldType: [...typesWithPlaceholder] } },
};

const defaultColumn: INodeProperties = {
	displayName: 'Default Value',
	name: 'defaultValue',
	type: 'string',
	default: '',
	placeholder: 'e.g. Morning',
	description:
		'The value before the contact changes it. For several checkboxes, separate options with commas. Dates have the format YYYY-MM-DD.',
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
	displayOptions: { show: { fieldType: [...typesWithOptions] } },
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
	description: 'How to define the fields of the form',
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

export const formFieldsFields = [defineFormField, rowsField, jsonField];

/**
 * The output key of the time when the contact answered. n8n's own nodes add the same key to the
 * answers of a form.
 */
const reservedKey = 'respondedAt';

/**
 * Returns the fields of a custom form. Throws `ParameterError` if a field is invalid or
 * unsupported.
 */
export function readFormFields(parameters: Parameters): FormField[] {
	const isJson = readChoice(parameters, defineFormField) === 'json';
	const field = isJson ? jsonField : rowsField;
	const rows = isJson ? readJsonRows(parameters) : readRows(parameters.get(field), fieldRow);
	const { label } = parameters.get(field);
	if (rows.length === 0) throw new ParameterError(`${label} is empty`, 'Add at least one field.');
	const fields = rows.map(readFormField);
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

/**
 * The supported keys of a form field in JSON. Other keys are rejected, so that users notice
 * misspelled keys.
 */
const jsonKeys = fieldRow.values.map(({ name }) => name);

function readJsonRows(parameters: Parameters): Parameters[] {
	const field = parameters.get(jsonField);
	requireResolved(field);
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
		// n8n's Form node has different keys for field types that this node doesn't support.
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

function readFormField(row: Parameters): FormField {
	const typeParameter = row.get(typeColumn);
	if (unsupportedTypes.includes(typeParameter.value)) {
		throw new ParameterError(
			`${typeParameter.label} is ${quoted(String(typeParameter.value))}, which is not supported`,
			`Choose another type: ${typeColumn.options.map(({ value }) => value).join(', ')}.`,
		);
	}
	const type = readChoice(row, typeColumn);
	const label = singleLine(readFilledText(row.get(labelColumn)));
	const key = readText(row.get(keyColumn)).trim();
	const options = includes(typesWithOptions, type) ? readOptions(row) : [];
	return {
		key: key === '' ? label : key,
		label,
		type,
		isRequired: readBoolean(row.get(requiredColumn)),
		placeholder: includes(typesWithPlaceholder, type)
			? singleLine(readText(row.get(placeholderColumn)))
			: '',
		defaultValues: readDefaultValues(row, type, options),
		options,
	};
}

function readOptions(row: Parameters): string[] {
	const field = row.get(optionsColumn);
	const options = readRows(field, optionRow).map((option) =>
		singleLine(readFilledText(option.get(optionColumn))),
	);
	if (options.length === 0) {
		throw new ParameterError(`${field.label} is empty`, 'Add at least one option.');
	}
	const repeated = options.find((option, index) => options.indexOf(option) !== index);
	if (repeated === undefined) return options;
	throw new ParameterError(
		`${field.label} has the option ${quoted(repeated)} more than once`,
		'Keep only one of them.',
	);
}

/**
 * The length of YYYY-MM-DD. Longer dates are truncated, because expressions often return a date
 * with a time.
 */
const isoDateLength = 10;

function readDefaultValues(
	row: Parameters,
	type: FieldType,
	options: readonly string[],
): readonly string[] {
	const field = row.get(defaultColumn);
	const text = readText(field).trim();
	if (text === '') return [];
	if (options.length === 0) return [type === 'date' ? text.slice(0, isoDateLength) : text];
	const values =
		type === 'checkbox' && !options.includes(text)
			? text.split(',').map((value) => value.trim())
			: [text];
	const unknown = values.find((value) => !options.includes(value));
	if (unknown === undefined) return values;
	throw new ParameterError(
		`${field.label} is ${quoted(unknown)}, which is not one of the options`,
		`Enter an option exactly as in '${optionsColumn.displayName}'.`,
	);
}

function includes<Type extends string>(types: readonly Type[], type: string): type is Type {
	return types.some((known) => known === type);
}

function singleLine(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}
