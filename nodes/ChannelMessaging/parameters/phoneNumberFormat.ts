import type { INodeProperties } from 'n8n-workflow';

import type { PhoneNumberFormat } from '../phoneNumbers/phoneNumberSettings';
import { defaultCountryField } from './defaultCountry';
import { choiceField } from './readChoice';

/** For credentials without this field, `phoneNumberSettingsOf` uses the same default. */
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

export const phoneNumberFields: INodeProperties[] = [
	phoneNumberFormatField,
	{ ...defaultCountryField, displayOptions: { hide: { phoneNumberFormat: ['asWritten'] } } },
];
