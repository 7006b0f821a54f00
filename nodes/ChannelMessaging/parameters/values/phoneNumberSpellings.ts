import { normalizePhoneNumber, phoneNumberRejection } from './phoneNumber';

/** How a channel stores phone numbers: with a plus, digits only, or not in one format. */
export type PhoneNumberFormat = 'e164' | 'digits' | 'asWritten';

/** How phone numbers are searched and saved. */
export interface PhoneNumberSettings {
	format: PhoneNumberFormat;
	/** The country code of national numbers, such as `34`. */
	defaultCountryCode?: string | undefined;
	/** Is called with each value that can't be normalized, and the reason. */
	onRejected?: (text: string, rejection: string) => void;
}

/** A value to search or save, and other spellings of the same phone number. */
export interface SpelledValue {
	value: string;
	otherSpellings?: readonly string[];
}

/**
 * Returns a phone number in the channel's format, and its other spellings. A value that can't be
 * normalized is returned as written: the numbering plans may be older than the number.
 */
export function spellPhoneNumber(text: string, settings: PhoneNumberSettings): SpelledValue {
	const { format, defaultCountryCode, onRejected } = settings;
	if (format === 'asWritten') return { value: text };
	const number = normalizePhoneNumber(text, defaultCountryCode) ?? numberInFormat(text, format);
	if (number === undefined) {
		onRejected?.(text, phoneNumberRejection(text, defaultCountryCode) ?? '');
		return { value: text };
	}
	const digits = number.slice(1);
	const value = format === 'digits' ? digits : number;
	const spellings = new Set([value, number, digits, text.trim()]);
	return { value, otherSpellings: [...spellings].slice(1) };
}

/** Returns the number of a text that already has the channel's format, although it has no plus. */
function numberInFormat(text: string, format: PhoneNumberFormat): string | undefined {
	const number = `+${text.trim()}`;
	return format === 'digits' && normalizePhoneNumber(number) === number ? number : undefined;
}
