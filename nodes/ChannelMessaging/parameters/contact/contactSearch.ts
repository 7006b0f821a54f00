import type { INodeProperties } from 'n8n-workflow';

import type { CustomFieldReference } from '../../contacts/contactReference';
import { customFieldNameField, readCustomFieldName } from '../customFields/customFieldName';
import { readFieldValue } from '../options/phoneNumbers';
import { type ItemParameters, ParameterError, type Parameters } from '../parameter';
import { readBoolean } from '../values/boolean';
import { readNumber } from '../values/number';
import type { PhoneNumberSettings } from '../values/phoneNumberSpellings';
import { readFilledText } from '../values/text';

const nameField = customFieldNameField({
	displayName: 'Match On',
	name: 'fieldName',
	default: 'phone',
	required: true,
	description: 'The custom field to search. The list shows the usual names; enter others by name.',
});

const valueField: INodeProperties = {
	displayName: 'Match Value',
	name: 'fieldValue',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +34600000001 or ana@example.com',
	description:
		"The value must match the contact's value exactly, except for the format of phone numbers",
};

/** The custom field to search: its name and its value. */
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

/** The custom field and the value to search. */
export function readCustomFieldMatch(
	parameters: Parameters,
	phoneNumbers: PhoneNumberSettings,
): CustomFieldReference {
	const name = readCustomFieldName(parameters.given(nameField));
	const given = parameters.given(valueField);
	const filled = { ...given, value: readFilledText(given).trim() };
	return {
		kind: 'customField',
		name,
		...readFieldValue(parameters, phoneNumbers, name, filled),
	};
}

/** What to look for, and how many contacts to return at most: Infinity for all. */
export function readContactSearch(parameters: ItemParameters) {
	const returnAll = readBoolean(parameters.given(returnAllField));
	const match = readCustomFieldMatch(parameters, parameters.phoneNumbers());
	if (returnAll) return { ...match, limit: Infinity };
	const { value, subject } = parameters.given(limitField);
	const limit = readNumber(value);
	if (Number.isInteger(limit) && limit >= 1) return { ...match, limit };
	throw new ParameterError(
		`${subject} is not a whole number of 1 or more`,
		`Enter how many contacts to return at most, or turn on '${returnAllField.displayName}'.`,
	);
}
