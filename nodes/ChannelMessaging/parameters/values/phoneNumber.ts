import { type Given, ParameterError } from '../parameter';
import { readFilledText } from './text';

/** What people write between digits, seen or unseen, but for round brackets, which mean more. */
const separators = /[\s\p{Cf}\p{Pd}\u2212.·/\\[\]{}]/gu;

/** A zero that is only for calls inside of the country, as in `+44 (0)20`. */
const zeroInBrackets = /^(\(?(?:\+|00)\(?(\d{1,3})\)?)\(0\)/;

/** Ivory Coast, Benin, Congo-Brazzaville, San Marino, Italy: their 0 is dialed from abroad too. */
const codesThatKeepZero: ReadonlySet<string> = new Set(['225', '229', '242', '378', '39']);

/**
 * The most digits without the country code, where that tells something: in Italy, Brazil, Kazakhstan
 * and India many numbers begin like the code, and in Russia, Hungary, Lithuania and Belarus another
 * digit than 0 is dialed only inside of the country.
 */
const longestWithoutCode: ReadonlyMap<string, number> = new Map([
	['39', 10],
	['55', 11],
	['7', 10],
	['91', 10],
	['36', 9],
	['370', 8],
	['375', 9],
]);

/** Digits of a number without a country code, at least; few countries have so short ones. */
const fewestDigits = 7;

/** Digits of a phone number with its country code (E.164). */
const phoneNumber = /^(\+[1-9]\d{6,14}|\d{7,15})$/;

/**
 * The digits of a phone number, after `+` where it has a country code or gets the given one; undefined
 * where the text isn't a phone number, or may have the given code already.
 */
export function cleanPhoneNumber(text: string, countryCode?: string): string | undefined {
	let number = withoutSeparators(text);
	if (countryCode !== undefined && /^\d/.test(number)) {
		const national = withoutTrunkPrefix(number, countryCode);
		// Where a leading 0 belongs to the number, it says that the country code is missing.
		const isTooLong =
			!national.startsWith('0') &&
			national.length > (longestWithoutCode.get(countryCode) ?? national.length);
		if (isTooLong || mayHaveCountryCode(text, countryCode)) return undefined;
		number = `+${countryCode}${national}`;
	}
	return phoneNumber.test(number) ? number : undefined;
}

/**
 * Whether a number without `+` and `00` begins with the country code and is long enough to have it
 * already. It could be a number of the country just as well, and with a second code somebody else's.
 */
export function mayHaveCountryCode(text: string, countryCode: string): boolean {
	const number = withoutSeparators(text);
	const longest = longestWithoutCode.get(countryCode) ?? countryCode.length + fewestDigits - 1;
	// A leading 0 says that the country code is missing.
	if (number.length <= longest || number.startsWith('0')) return false;
	return withoutTrunkPrefix(number, countryCode).startsWith(countryCode);
}

/** Digits, and `+` instead of `00`, where the text is a phone number. */
function withoutSeparators(text: string): string {
	return text
		.replace(separators, '')
		.replace(zeroInBrackets, (_, start: string, code: string) =>
			codesThatKeepZero.has(code) ? `${start}0` : start,
		)
		.replace(/[()]/g, '')
		.replace(/^00/, '+');
}

/** In North America it is the 1 that is the country code as well, with which no area code begins. */
function withoutTrunkPrefix(number: string, countryCode: string): string {
	if (codesThatKeepZero.has(countryCode)) return number;
	return number.replace(countryCode === '1' ? /^1/ : /^0/, '');
}

/** The digits of a country code, such as `34` of `+34`. */
export function readCountryCode(given: Given): string {
	const text = readFilledText(given).replace(separators, '');
	const digits = /^(?:\+|00)?([1-9]\d{0,3})$/.exec(text)?.[1];
	if (digits !== undefined) return digits;
	throw new ParameterError(
		`${given.subject} is not a country code`,
		'Enter its digits, such as 34 or +34.',
	);
}
