import type { INodeProperties } from 'n8n-workflow';

import type { Assignment } from './assignment';
import { visibleName } from './visibleName';
import { isDate } from './dateObject';
import { ParameterError } from './parameterError';
import type { ItemParameters, ParameterSet } from './parameterTypes';
import { kindOf } from './quoted';
import { isSealedQuestion } from '../texts/isSealedQuestion';
import { isBlank } from '../texts/visibleText';
import { choiceField, readChoice } from './readChoice';
import { readText } from './readText';
import { readTextList } from './readTextList';

/**
 * Fields added by n8n's Form Trigger, spreadsheet nodes, and AI Agent (`toolCallId`). The Form
 * Trigger adds `formQueryParameters` only if the URL has a query. Fields from other triggers aren't
 * listed, because they can be the user's own fields.
 */
const addedByN8n: readonly string[] = [
	'formMode',
	'formQueryParameters',
	'row_number',
	'submittedAt',
	'toolCallId',
];

const shownWhenMapped = { mappingMode: ['autoMapInputData'] };

const notice: INodeProperties = {
	displayName:
		"Fields of the input item are saved as custom fields with names in the service's format ('First name' becomes firstName). Lists become comma-separated text. Fields that n8n adds (row_number, submittedAt, formMode, formQueryParameters, toolCallId) are left out unless you select them.",
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

export function readInputFields(parameters: ItemParameters): Assignment[] {
	const { input } = parameters;
	const all = Object.keys(input);
	const byVisibleName = new Map([...all].reverse().map((name) => [visibleName(name), name]));
	return chosenNames(parameters, all).map((chosen) => {
		const name = byVisibleName.get(visibleName(chosen));
		return name === undefined
			? { ...assignmentOf(chosen, undefined), missing: missingField(chosen, all) }
			: assignmentOf(name, input[name]);
	});
}

function missingField(name: string, all: readonly string[]): ParameterError {
	const similar = all.find((other) => other.toLowerCase() === name.toLowerCase());
	return new ParameterError(
		`'${fieldNamesField.displayName}' contains '${name}', which is not a field of the item`,
		similar === undefined
			? 'Check the names of the fields in the input.'
			: `Did you mean '${similar}'? Field names are case-sensitive.`,
	);
}

/**
 * Returns whether the value is an open chat question that an earlier node read from the contact.
 * Saving it would replace a newer question.
 */
function isOpenQuestion(value: unknown): boolean {
	return typeof value === 'string' && isSealedQuestion(value);
}

function chosenNames(parameters: ItemParameters, all: readonly string[]): readonly string[] {
	const choice = readChoice(parameters, inputFieldsField);
	if (choice === 'selected') return readFieldNames(parameters);
	const excluded = new Set(
		choice === 'except'
			? [...addedByN8n, ...readFieldNames(parameters).map(visibleName)]
			: addedByN8n,
	);
	return all.filter(
		(name) => !excluded.has(visibleName(name)) && !isOpenQuestion(parameters.input[name]),
	);
}

/**
 * The list must not be empty, because *All Except* would then save the fields that the user wanted
 * to exclude.
 */
function readFieldNames(parameters: ParameterSet): string[] {
	const entered = parameters.get(fieldNamesField);
	const names = readTextList(entered);
	if (names.length > 0) return names;
	throw new ParameterError(
		`${entered.label} is empty`,
		`Enter at least one field, or set '${inputFieldsField.displayName}' to 'All'.`,
	);
}

function assignmentOf(name: string, input: unknown): Assignment {
	// The value can be a list because n8n forms return the selected checkboxes as a list.
	const label = `'${name}' of the input item, which 'Mapping Mode' maps,`;
	const isText = (value: unknown) => typeof value !== 'object' || value === null || isDate(value);
	const value: unknown =
		Array.isArray(input) && input.every(isText) ? joinedTexts(input, label) : input;
	if (!isText(value)) {
		throw new ParameterError(
			`${label} is ${kindOf(value)}, but must be text`,
			`Leave it out with '${inputFieldsField.displayName}', or convert it to text in an earlier node.`,
		);
	}
	return {
		mappedName: name,
		dataOf: 'input',
		name: { value: name, label: "'Mapping Mode' maps an input field whose name" },
		value: { value, label },
	};
}

/** Omits empty entries. A list without any values counts as missing, as do its entries. */
function joinedTexts(list: readonly unknown[], label: string): string | undefined {
	const present = list.filter((entry) => entry !== undefined && entry !== null);
	if (present.length === 0 && list.length > 0) return undefined;
	const texts = present.map((value) => readText({ value, label }));
	return texts.filter((text) => !isBlank(text)).join(', ');
}
