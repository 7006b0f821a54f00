import type { INodeProperties } from 'n8n-workflow';

import type { CustomFieldAssignment } from '../../api/contact';
import type { ItemParameters } from '../itemParameters';
import { ParameterError } from '../parameterError';
import { cleanPhoneNumber, readCountryCode } from '../values/phoneNumber';
import { quoted, readFilledText } from '../values/text';
import { hasOption, readOption, readSwitch } from './options';

const cleanPhoneNumbersOption: INodeProperties = {
	displayName: 'Clean Phone Numbers',
	name: 'cleanPhoneNumbers',
	type: 'boolean',
	default: false,
	description:
		'Whether to take spaces, dots, dashes, slashes and brackets out of phone numbers, and to write + instead of 00. It is for finding contacts by phone, and for the custom field phone that is saved. What is no phone number is then refused.',
};

// Always shown: n8n loses an option that is shown for the value of another one.
const defaultCountryCodeOption: INodeProperties = {
	displayName: 'Default Country Code',
	name: 'defaultCountryCode',
	type: 'string',
	default: '',
	placeholder: 'e.g. +34',
	description:
		"With 'Clean Phone Numbers', the country code for phone numbers that don't begin with + or 00. Their leading 0 goes, except in countries that dial it from abroad, such as Italy.",
};

/** The options of every operation that finds or saves contacts by phone number. */
export const phoneNumberOptions: readonly INodeProperties[] = [
	cleanPhoneNumbersOption,
	defaultCountryCodeOption,
];

/**
 * The value of a custom field as it goes out: the one named phone is cleaned where the options say so.
 * An empty value, which clears the field, stays.
 *
 * @param subject the value as messages name it, beginning with a label in quotes
 */
export function readFieldValue(
	parameters: ItemParameters,
	{ name, value }: CustomFieldAssignment,
	subject: string,
): string {
	const isPhone = name === 'phone' && value !== '';
	if (!isPhone || !readSwitch(parameters, cleanPhoneNumbersOption)) return value;
	const cleaned = cleanPhoneNumber(value, readDefaultCountryCode(parameters));
	if (cleaned !== undefined) return cleaned;
	throw new ParameterError(
		`${subject} is not a phone number: ${quoted(value)}`,
		`Write it in 7 to 15 digits, such as +34 600 000 001, or turn off '${cleanPhoneNumbersOption.displayName}'.`,
	);
}

function readDefaultCountryCode(parameters: ItemParameters): string | undefined {
	const { name, displayName } = defaultCountryCodeOption;
	if (!hasOption(parameters, name)) return undefined;
	const countryCode = readCountryCode(
		readFilledText(readOption(parameters, name), `'${displayName}'`),
	);
	if (countryCode !== undefined) return countryCode;
	throw new ParameterError(
		`'${displayName}' is not a country code`,
		'Enter its digits, such as 34 or +34.',
	);
}
