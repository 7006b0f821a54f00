import type { INodeProperties } from 'n8n-workflow';

import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import { assertComplete } from './identity/expressionWithoutResult';
import { assertNoOmittedField } from './identity/emptyFieldInExpression';
import { assertIdentifyingLength } from './identity/identifyingLength';
import { customFieldNameField, readCustomFieldName } from './customFieldName';
import { readIdentity } from './identity/identifyingValue';
import type { ChannelParameters } from './parameterTypes';
import { readCustomFieldValue } from './readCustomFieldValue';
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
		"The contact's exact value. Phone numbers are converted to the channel's format, and email addresses are searched for both as entered and in lowercase.",
};

export const customFieldMatchFields: INodeProperties[] = [nameField, valueField];

/** Reads *Match On* and *Match Value* for a search that may find several contacts. */
export function readCustomFieldMatch(parameters: ChannelParameters): CustomFieldReference {
	const { name, entered, text } = readMatch(parameters);
	return readCustomFieldValue(parameters, name, { ...entered, value: text });
}

/** Like `readCustomFieldMatch`, but the value must identify a single contact. */
export function readContactMatch(parameters: ChannelParameters): CustomFieldReference {
	const { name, entered, text } = readMatch(parameters);
	assertComplete(entered);
	assertNoOmittedField(entered);
	return readIdentity(parameters, name, text, entered);
}

function readMatch(parameters: ChannelParameters) {
	const field = parameters.get(nameField);
	const name = readCustomFieldName(field);
	assertIdentifyingLength(field, name);
	const entered = parameters.get(valueField);
	const text = readFilledText(entered);
	assertIdentifyingLength(entered, text);
	return { name, entered, text };
}
