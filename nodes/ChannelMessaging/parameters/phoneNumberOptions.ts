import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { visibleName } from './customFieldName';
import { optionsOf } from './options';
import { ParameterError } from './parameterError';
import type { ChannelParameters, ParameterValue } from './parameterTypes';
import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import { customFieldReference } from '../customFieldValues/convertedValue';
import { countryCodes } from '../phoneNumbers/numberingPlans';
import type { PhoneNumberFormat } from '../phoneNumbers/phoneNumberSettings';
import { quoted } from './quoted';
import { choiceField, readText } from './readers';
import { isBlank } from '../texts/visibleText';

const phoneNumberFormatField = choiceField<PhoneNumberFormat>({
	displayName: 'Phone Number Format',
	name: 'phoneNumberFormat',
	type: 'options',
	default: 'e164',
	description:
		'How the channel stores phone numbers. Numbers are converted to this format before they are searched for or saved.',
	options: [
		{ name: 'With + (+442079460001)', value: 'e164' },
		{ name: 'Digits Only (442079460001)', value: 'digits' },
		{
			name: 'As Written',
			value: 'asWritten',
			description: 'Searches for and saves numbers exactly as entered',
		},
	],
});

const defaultCountry = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	default: '',
	options: countryOptions(),
} as const;

export const phoneNumberFields: INodeProperties[] = [
	phoneNumberFormatField,
	{
		...defaultCountry,
		description: 'The country of phone numbers that are entered without a country code',
		displayOptions: { hide: { phoneNumberFormat: ['asWritten'] } },
	},
];

const defaultCountryOption: INodeProperties = {
	...defaultCountry,
	description:
		"The country of phone numbers that are entered without a country code. Overrides the credential's 'Default Country'.",
};

export const phoneNumberOptions = [defaultCountryOption];

function countryOptions(): INodePropertyOptions[] {
	const names = new Intl.DisplayNames(['en'], { type: 'region' });
	const countries = [...countryCodes].map(([country, code]) => ({
		name: `${names.of(country) ?? country} (+${code})`,
		value: country,
	}));
	return [
		{ name: 'None', value: '' },
		...countries.sort((one, other) => one.name.localeCompare(other.name, 'en')),
	];
}

/**
 * Reads a custom field. The node's default country overrides the credential's.
 *
 * @param enteredName the entered name, which may contain invisible characters
 */
export function readCustomField(
	parameters: ChannelParameters,
	enteredName: string,
	entered: ParameterValue,
): CustomFieldReference {
	const { phoneNumbers } = parameters.credential;
	const options = optionsOf(parameters);
	const name = visibleName(enteredName);
	const reference = customFieldReference(
		name,
		readText(entered),
		options.has(defaultCountryOption)
			? { ...phoneNumbers, defaultCountryCode: readCountry(options.get(defaultCountryOption)) }
			: phoneNumbers,
	);
	return name === enteredName ? reference : { ...reference, enteredName };
}

function readCountry(entered: ParameterValue): string | undefined {
	const country = readText(entered).trim();
	const countryCode = countryCodes.get(country.toUpperCase());
	if (isBlank(country) || countryCode !== undefined) return countryCode;
	throw new ParameterError(
		`${entered.label} is ${quoted(country)}, which is not a country`,
		'Choose a country from the list, or have the expression return its two letters, such as ES.',
	);
}
