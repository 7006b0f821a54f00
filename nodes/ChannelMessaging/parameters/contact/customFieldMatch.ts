import type { INodeProperties } from 'n8n-workflow';

import type { CustomFieldReference } from '../../contacts/contactReference';
import type { ItemParameters } from '../itemParameters';
import { readFilledText } from '../values/text';

/** By which custom field contacts are found: a name, and the value that it must have. */
export const customFieldMatchFields: INodeProperties[] = [
	{
		displayName: 'Field Name',
		name: 'fieldName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. phone',
		description: 'The name of the custom field to search, as the channel has it',
	},
	{
		displayName: 'Field Value',
		name: 'fieldValue',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. +34600000001',
		description: 'The value that the custom field must have',
	},
];

/** The custom field and the value to search. */
export function readCustomFieldMatch(parameters: ItemParameters): CustomFieldReference {
	return {
		kind: 'customField',
		name: readFilledText(parameters.value('fieldName'), "'Field Name'"),
		value: readFilledText(parameters.value('fieldValue'), "'Field Value'"),
	};
}
