import { countryCodes } from './numberingPlans';

const phoneNumberFormats = ['e164', 'digits', 'asWritten'] as const;

/** The format in which a channel stores phone numbers. `asWritten` means that the format varies. */
export type PhoneNumberFormat = (typeof phoneNumberFormats)[number];

export interface PhoneNumberSettings {
	format: PhoneNumberFormat;
	/** The calling code for national numbers, such as `34`. */
	defaultCountryCode?: string | undefined;
}

/**
 * The format defaults to `e164`, because older versions saved credentials without phone number
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
