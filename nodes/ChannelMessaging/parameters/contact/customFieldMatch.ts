import type { INodeProperties } from 'n8n-workflow';

import type { CustomFieldReference } from '../../contacts/contactReference';
import { customFieldNameField, readCustomFieldName } from '../customFields/customFieldName';
import type { Parameters } from '../given';
import { readFieldValue } from '../options/phoneNumbers';
import { readFilledText } from '../values/text';

const nameField = customFieldNameField({
	displayName: 'Match On',
	name: 'fieldName',
	required: true,
	description:
		'The custom field by which contacts are found. The list has the usual names; type any other.',
});

const valueField: INodeProperties = {
	displayName: 'Match Value',
	name: 'fieldValue',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +34600000001',
	description: 'The value that the custom field must have, written just as the contact has it',
};

/** By which custom field contacts are found: a name, and the value that it must have. */
export const customFieldMatchFields: INodeProperties[] = [nameField, valueField];

/** The custom field and the value to search. */
export function readCustomFieldMatch(parameters: Parameters): CustomFieldReference {
	const name = readCustomFieldName(parameters.given(nameField));
	const given = parameters.given(valueField);
	const value = readFieldValue(parameters, name, { ...given, value: readFilledText(given) });
	return { kind: 'customField', name, value };
}
