import type { INodeProperties } from 'n8n-workflow';

import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import { assertComplete, assertNoOmittedField } from './incompleteExpression';
import { assertIdentifyingLength } from './identifyingLength';
import { customFieldNameField, readCustomFieldName } from './customFieldName';
import { readIdentity } from './identifyingValue';
import { ParameterError } from './parameterError';
import type { ChannelParameters, ParameterValue } from './parameterTypes';
import { readCustomField } from './readCustomField';
import { quotedOrKind } from './quoted';
import { readNumber } from './readNumber';
import { readBoolean } from './readBoolean';
import { readFilledText } from './readText';

const nameField = customFieldNameField({
	displayName: 'Match On',
	name: 'fieldName',
	default: 'phone',
	required: true,
	description:
		"The custom field to search. The list contains common names. To enter another name, select 'Name'.",
});

const valueField: INodeProperties = {
	displayName: 'Match Value',
	name: 'fieldValue',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +442079460001 or ana@example.com',
	description:
		"The contact's exact value. Phone numbers are converted to the channel's format, and email addresses are searched for in lower case and as entered.",
};

export const customFieldMatchFields: INodeProperties[] = [nameField, valueField];

const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	default: 50,
	typeOptions: { minValue: 1 },
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

export const contactSearchFields = [...customFieldMatchFields, returnAllField, limitField];

/** Reads *Match On* and *Match Value* for a search that may find several contacts. */
export function readCustomFieldMatch(parameters: ChannelParameters): CustomFieldReference {
	const name = readCustomFieldName(parameters.get(nameField));
	const entered = parameters.get(valueField);
	return readCustomField(parameters, name, { ...entered, value: readFilledText(entered) });
}

/** Like `readCustomFieldMatch`, but the value must identify a single contact. */
export function readContactMatch(parameters: ChannelParameters): CustomFieldReference {
	const name = readCustomFieldName(parameters.get(nameField));
	const entered = parameters.get(valueField);
	const text = readFilledText(entered);
	assertIdentifyingLength(entered, text);
	assertComplete(entered);
	assertNoOmittedField(entered);
	return readIdentity(parameters, name, text, entered);
}

/** The limit is `Infinity` if *Return All* is on. */
export function readContactSearch(parameters: ChannelParameters) {
	const returnAll = readBoolean(parameters.get(returnAllField));
	const match = readCustomFieldMatch(parameters);
	return { match, limit: returnAll ? Infinity : readLimit(parameters.get(limitField)) };
}

function readLimit({ value, label }: ParameterValue): number {
	const limit = readNumber(value);
	if (Number.isInteger(limit) && limit >= 1) return limit;
	throw new ParameterError(
		`${label} is ${quotedOrKind(value)}, which is not a whole number of 1 or more`,
		`Enter how many contacts to return at most, or turn on '${returnAllField.displayName}'.`,
	);
}
