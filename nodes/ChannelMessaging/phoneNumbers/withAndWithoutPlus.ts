import type { PhoneNumberFormat } from './phoneNumberSettings';

/**
 * Returns a number with and without its plus sign, because channels store numbers in either form.
 * The form that this channel uses comes first.
 *
 * @param number in E.164 format
 */
export function withAndWithoutPlus(
	number: string,
	format: PhoneNumberFormat,
): [stored: string, other: string] {
	const digits = number.slice(1);
	return format === 'digits' ? [digits, number] : [number, digits];
}
