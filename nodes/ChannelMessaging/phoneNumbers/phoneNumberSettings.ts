import { countryCodes } from './numberingPlans';

export const phoneNumberFormats = ['e164', 'digits', 'asWritten'] as const;

/** The format `asWritten` turns off the conversion of phone numbers. */
export type PhoneNumberFormat = (typeof phoneNumberFormats)[number];

export interface PhoneNumberSettings {
	format: PhoneNumberFormat;
	/** The country calling code for national numbers, such as `34`. */
	defaultCountryCode?: string | undefined;
}

/**
 * Credentials saved by older versions have no phone number settings. In this case, phone numbers
 * are converted to E.164.
 */
export function phoneNumberSettingsOf(
	credential: Readonly<Record<string, unknown>>,
): PhoneNumberSettings {
	const { phoneNumberFormat, defaultCountry } = credential;
	return {
		format: phoneNumberFormats.find((format) => format === phoneNumberFormat) ?? 'e164',
		defaultCountryCode: countryCodes.get(String(defaultCountry)),
	};
}
