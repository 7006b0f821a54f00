import type { INodeProperties } from 'n8n-workflow';

import { type Given, ParameterError, type Parameters } from '../parameter';
import { readBoolean } from '../values/boolean';
import { noCountryCode, normalizePhoneNumber, phoneNumberRejection } from '../values/phoneNumber';
import { quoted, readFilledText, readText } from '../values/text';
import { optionsOf } from './options';

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
		"With 'Clean Phone Numbers', the country code for phone numbers that don't begin with + or 00. Their leading 0 goes, except in countries that dial it from abroad, such as Italy. A number that may have the country code already is refused.",
};

/** The options of every operation that finds or saves contacts by phone number. */
export const phoneNumberOptions = [cleanPhoneNumbersOption, defaultCountryCodeOption];

/** A custom field's value as it goes out: that of phone is cleaned where the options say so. */
export function readFieldValue(parameters: Parameters, name: string, given: Given): string {
	const value = readText(given);
	// An empty value clears the field.
	if (name !== 'phone' || value === '') return value;
	const options = optionsOf(parameters);
	if (!readBoolean(options.given(cleanPhoneNumbersOption))) return value;
	const countryCode = options.has(defaultCountryCodeOption)
		? readCountryCode(options.given(defaultCountryCodeOption))
		: undefined;
	const rejection = phoneNumberRejection(value, countryCode);
	if (rejection === undefined) return normalizePhoneNumber(value, countryCode) ?? value;
	if (rejection === noCountryCode) return value;
	throw new ParameterError(
		`${given.subject} ${rejection}: ${quoted(value)}`,
		`Enter one complete number, such as +34 600 000 001, or turn off '${cleanPhoneNumbersOption.displayName}'.`,
	);
}

/** Returns the digits of a country code, such as `34` of `+34`. */
function readCountryCode(given: Given): string {
	const digits = /^(?:\+|00)?([1-9]\d{0,2})$/.exec(readFilledText(given).trim())?.[1];
	if (digits !== undefined) return digits;
	throw new ParameterError(
		`${given.subject} is not a country code`,
		'Enter its digits, such as 34 or +34.',
	);
}
