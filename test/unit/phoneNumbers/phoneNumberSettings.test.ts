import { phoneNumberSettingsOf } from '../../../nodes/ChannelMessaging/phoneNumbers/phoneNumberSettings';

it.each([
	['the defaults for a credential without settings', {}, { format: 'e164' }],
	[
		'the format and the country code',
		{ phoneNumberFormat: 'digits', defaultCountry: 'ES' },
		{ format: 'digits', defaultCountryCode: '34' },
	],
	[
		'no country code if the country is None',
		{ phoneNumberFormat: 'asWritten', defaultCountry: '' },
		{ format: 'asWritten' },
	],
])('phoneNumberSettingsOf returns %s', (_title, credential, settings) => {
	expect(phoneNumberSettingsOf(credential)).toEqual({
		defaultCountryCode: undefined,
		...settings,
	});
});
