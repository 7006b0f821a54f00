import { countryCodes } from './numberingPlans';

const phoneNumberFormats = ['e164', 'digits', 'asWritten'] as const;

/** How a channel stores phone numbers. `asWritten` disables their conversion. */
export type PhoneNumberFormat = (typeof phoneNumberFormats)[number];

export interface PhoneNumberSettings {
	format: PhoneNumberFormat;
	/** The country calling code for national numbers, such as `34`. */
	defaultCountryCode?: string | undefined;
}

/**
 * Defaults to the format `e164`, because older versions saved credentials without phone number
 * settings.
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
