import type { INodeProperties } from 'n8n-workflow';

import type { CustomFieldReference } from '../../contacts/contactReference';
import { customFieldNameField, readCustomFieldName } from '../customFields/customFieldName';
import type { ItemParameters } from '../itemParameters';
import { readFieldValue } from '../options/phoneNumbers';
import { readFilledText } from '../values/text';

/** By which custom field contacts are found: a name, and the value that it must have. */
export const customFieldMatchFields: INodeProperties[] = [
	customFieldNameField({
		displayName: 'Match On',
		name: 'fieldName',
		required: true,
		description:
			'The custom field by which contacts are found. The list has the usual names; type any other.',
	}),
	{
		displayName: 'Match Value',
		name: 'fieldValue',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. +34600000001',
		description: 'The value that the custom field must have, written just as the contact has it',
	},
];

/** The custom field and the value to search. */
export function readCustomFieldMatch(parameters: ItemParameters): CustomFieldReference {
	const subject = "'Match Value'";
	const name = readCustomFieldName(parameters.value('fieldName'), "'Match On'");
	const value = readFilledText(parameters.value('fieldValue'), subject);
	return {
		kind: 'customField',
		name,
		value: readFieldValue(parameters, { name, value }, subject),
	};
}
