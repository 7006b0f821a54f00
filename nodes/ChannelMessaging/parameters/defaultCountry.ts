import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { countryCodes } from '../phoneNumbers/numberingPlans';
import type { PhoneNumberSettings } from '../phoneNumbers/phoneNumberSettings';
import { isBlank } from '../texts/visibleText';
import { optionsOf } from './optionsCollection';
import { ParameterError } from './parameterError';
import type { ChannelParameters, ParameterValue } from './parameterTypes';
import { quoted } from './quoted';
import { readText } from './readText';

const defaultCountry = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	default: '',
	options: countryOptions(),
} as const;

/** The credential's field for the default country. */
export const defaultCountryField: INodeProperties = {
	...defaultCountry,
	description: 'The country of phone numbers that are entered without a country code',
};

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
 * Returns the credential's phone number settings. The node's default country overrides the
 * credential's.
 */
export function readPhoneNumberSettings(parameters: ChannelParameters): PhoneNumberSettings {
	const { phoneNumbers } = parameters.credential;
	const options = optionsOf(parameters);
	return options.has(defaultCountryOption)
		? { ...phoneNumbers, defaultCountryCode: readCountry(options.get(defaultCountryOption)) }
		: phoneNumbers;
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
