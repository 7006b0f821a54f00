import { type NumberingPlan, planAtStart, planOf } from './numberingPlans';

/** An E.164 number, or the reason why text isn't a valid phone number. */
type Reading = { number: string } | { rejection: string };

/**
 * Matches characters that separate digits: spaces, dots, dashes, slashes, brackets, and invisible
 * characters, but no line breaks.
 */
const separators = /[\t\p{Zs}\p{Cf}\p{Pd}\u2212.·/\\()[\]{}]/gu;

/** The maximum length of text that is parsed as a phone number. */
const maxCharacters = 60;

/** The maximum length of an E.164 number: a plus sign and 15 digits. */
const maxE164Length = 16;

/**
 * The minimum number of digits in each of several phone numbers. Text with two digit groups of this
 * length contains two numbers, because a single number is rarely written in such long groups.
 */
const minDigitsOfNumber = 7;

const notAPhoneNumber = 'is not a phone number';
const severalNumbers = 'contains more than one phone number';

/**
 * Returns a phone number in E.164 format, such as `+34600000001`. Returns `undefined` if the text
 * isn't a phone number, has no country code, or is ambiguous.
 *
 * @param defaultCountryCode the country code of national numbers, such as `34`
 */
export function normalizePhoneNumber(
	text: string,
	defaultCountryCode?: string,
): string | undefined {
	const reading = readPhoneNumber(text, defaultCountryCode);
	return 'number' in reading ? reading.number : undefined;
}

/**
 * Returns why a phone number is invalid, to complete a sentence that starts with the phone number.
 * Returns `undefined` if the phone number is valid.
 */
export function phoneNumberRejection(
	text: string,
	defaultCountryCode?: string,
): string | undefined {
	const reading = readPhoneNumber(text, defaultCountryCode);
	return 'rejection' in reading ? reading.rejection : undefined;
}

/** The reason why a national number is invalid without a default country code. */
export const noCountryCode = 'has no country code';

function readPhoneNumber(text: string, defaultCountryCode: string | undefined): Reading {
	const written = toAscii(text)
		.trim()
		.replace(/^['’‘`]\s*/, '')
		.replace(/^tel:\s*/i, '')
		// Removes `.0` from the end of a number that a spreadsheet converted to text.
		.replace(/^(\+?\d+)\.0$/, '$1');
	if (written.length > maxCharacters) return { rejection: notAPhoneNumber };
	const digits = written.replace(separators, '');
	if (/^\+?\d+\+\d+$/.test(digits)) return { rejection: severalNumbers };
	if (!/^\+?\d+$/.test(digits)) return { rejection: notAPhoneNumber };
	if (hasSeveralNumbers(written)) return { rejection: severalNumbers };

	// The 0 in +44 (0)20 is a national prefix. In some countries, the 0 is part of the number.
	const hasOptionalZero = /\(\s*0\s*\)/.test(written);
	if (digits.startsWith('+')) return readInternational(digits.slice(1), hasOptionalZero);
	const plan = planOf(defaultCountryCode ?? '');
	if (plan?.internationalPrefix === undefined && digits.startsWith('00')) {
		return readInternational(digits.slice(2), hasOptionalZero);
	}
	if (plan === undefined) return { rejection: noCountryCode };
	const abroad = abroadReadings(plan, digits, hasOptionalZero);
	const home = digits.startsWith('00')
		? []
		: [
				...nationalReadings(plan, digits, hasOptionalZero),
				...readingsWithoutPlus(plan, digits, hasOptionalZero),
			];
	return (
		only([...abroad, ...home]) ?? {
			rejection: `is not a number of the country code +${plan.countryCode}`,
		}
	);
}

/**
 * Parses digits that start with a country code. Returns an E.164 number, or the reason why the
 * digits are invalid.
 */
function readInternational(digits: string, hasOptionalZero: boolean): Reading {
	const plan = planAtStart(digits);
	if (plan === undefined) return { rejection: 'has an unknown country code' };
	const rest = digits.slice(plan.countryCode.length);
	const reading = only(nationalReadings(plan, rest, hasOptionalZero));
	if (reading !== undefined) return reading;
	// The numbering plans lack the newest numbers. That's why a number without a national prefix only
	// needs a valid length.
	const hasPrefix = rest.startsWith('0') || withoutPrefix(plan, rest) !== rest;
	if (plan.lengths.has(rest.length) && !hasPrefix) return { number: `+${digits}` };
	return { rejection: `has too few or too many digits for the country code +${plan.countryCode}` };
}

/**
 * Returns all possible E.164 numbers for a number in national format, with or without the national
 * prefix.
 */
function nationalReadings(plan: NumberingPlan, digits: string, hasOptionalZero: boolean): string[] {
	const isNumber = (candidate: string) => plan.numbers.test(candidate);
	const candidates = [digits, withoutPrefix(plan, digits)];
	// Users often add a 0, even in countries without a national prefix.
	if (hasOptionalZero || !candidates.some(isNumber)) candidates.push(digits.replace(/^0/, ''));
	return candidates.filter(isNumber).map((candidate) => `+${plan.countryCode}${candidate}`);
}

/**
 * Returns all possible E.164 numbers for a number that starts with an international prefix, such as
 * 00 or 011.
 */
function abroadReadings(
	{ internationalPrefix }: NumberingPlan,
	digits: string,
	hasOptionalZero: boolean,
): string[] {
	const prefixes = [/^00/, internationalPrefix].map((prefix) => prefix?.exec(digits)?.[0]);
	return prefixes.flatMap((prefix) => {
		const rest = prefix === undefined ? '' : digits.slice(prefix.length);
		const plan = planAtStart(rest);
		if (plan === undefined) return [];
		return nationalReadings(plan, rest.slice(plan.countryCode.length), hasOptionalZero);
	});
}

/**
 * Returns all possible E.164 numbers for a number that starts with the country code, without a plus
 * sign.
 */
function readingsWithoutPlus(
	plan: NumberingPlan,
	digits: string,
	hasOptionalZero: boolean,
): string[] {
	const { countryCode, lengths } = plan;
	if (!digits.startsWith(countryCode)) return [];
	const numbers = nationalReadings(plan, digits.slice(countryCode.length), hasOptionalZero);
	return numbers.filter((number) => lengths.has(number.length - countryCode.length - 1));
}

/**
 * Returns the phone number if there is exactly one candidate, or `undefined` if there are none. If
 * there are several candidates or the number is too long, returns the reason why the number is
 * invalid.
 */
function only(readings: readonly string[]): Reading | undefined {
	const [number, ...others] = new Set(readings);
	if (number === undefined) return undefined;
	if (others.length > 0) return { rejection: `could be ${[number, ...others].join(' or ')}` };
	return number.length > maxE164Length ? { rejection: notAPhoneNumber } : { number };
}

function withoutPrefix({ prefix, replacement }: NumberingPlan, digits: string): string {
	const match = prefix?.exec(digits);
	if (prefix === undefined || !match) return digits;
	const isReplaced = match.length > 1 && match.at(-1) !== undefined && replacement !== undefined;
	return digits.replace(prefix, isReplaced ? replacement : '');
}

/**
 * Returns whether text contains two digit groups that are too long to belong to one phone number.
 */
function hasSeveralNumbers(written: string): boolean {
	const isLong = (part: string) => part.replace(/\D/g, '').length >= minDigitsOfNumber;
	return ['/', /\D+/].some((separator) => written.split(separator).filter(isLong).length > 1);
}

/** Converts full-width characters and Arabic or Persian digits to ASCII. */
function toAscii(text: string): string {
	const shiftedBy = (distance: number) => (character: string) =>
		String.fromCharCode(character.charCodeAt(0) - distance);
	return text
		.replace(/[\uFF01-\uFF5E]/g, shiftedBy(0xfee0))
		.replace(/[\u0660-\u0669]/g, shiftedBy(0x0630))
		.replace(/[\u06F0-\u06F9]/g, shiftedBy(0x06c0));
}

/**
 * The format of phone numbers in a channel: with a plus sign, digits only, or no consistent format.
 */
export type PhoneNumberFormat = 'e164' | 'digits' | 'asWritten';

export interface PhoneNumberSettings {
	format: PhoneNumberFormat;
	/** The country code for national numbers, such as `34`. */
	defaultCountryCode?: string | undefined;
	/** Called with each invalid phone number, and the reason why it's invalid. */
	onRejected?: (text: string, rejection: string) => void;
}

/** A custom field value to search for or to save. Phone numbers can have several formats. */
export interface SpelledValue {
	value: string;
	otherSpellings?: readonly string[];
}

/**
 * Converts a phone number to the channel's format, and returns it together with the other formats
 * to search for. Returns an invalid phone number unchanged, because the numbering plans may not be
 * up to date.
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

/**
 * Returns the E.164 number for a phone number that is stored as digits, or `undefined` for other
 * formats.
 */
function numberInFormat(text: string, format: PhoneNumberFormat): string | undefined {
	const number = `+${text.trim()}`;
	return format === 'digits' && normalizePhoneNumber(number) === number ? number : undefined;
}
