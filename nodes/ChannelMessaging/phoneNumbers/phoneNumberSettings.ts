import { countryCodes } from './numberingPlans';

const phoneNumberFormats = ['e164', 'digits', 'asWritten'] as const;

/** `asWritten` turns off the conversion. */
export type PhoneNumberFormat = (typeof phoneNumberFormats)[number];

export interface PhoneNumberSettings {
	format: PhoneNumberFormat;
	/** The calling code for national numbers, e.g. `34`. */
	defaultCountryCode?: string | undefined;
}

/** Credentials from older versions have no phone number settings. */
export function phoneNumberSettingsOf(
	credential: Readonly<Record<string, unknown>>,
): PhoneNumberSettings {
	const { phoneNumberFormat, defaultCountry } = credential;
	return {
		format: phoneNumberFormats.find((format) => format === phoneNumberFormat) ?? 'e164',
		defaultCountryCode: countryCodes.get(String(defaultCountry)),
	};
}
