/**
 * What people write between digits: blanks and what can't be seen, dashes and the minus sign, dots,
 * slashes, square and curly brackets. Round brackets mean more than the others.
 */
const separators = /[\s\p{Cf}\p{Pd}\u2212.·/\\[\]{}]/gu;

/** A zero that is only for calls inside of the country, as in `+44 (0)20`. */
const zeroInBrackets = /^(\(?(?:\+|00)\(?(\d{1,3})\)?)\(0\)/;

/**
 * The country codes of the numbers whose leading 0 is dialed from abroad as well: Ivory Coast, Benin,
 * the Republic of the Congo, San Marino, and Italy with the Vatican. Elsewhere it is the trunk prefix.
 */
const codesThatKeepZero: ReadonlySet<string> = new Set(['225', '229', '242', '378', '39']);

/** Digits of a phone number with its country code (E.164); few countries have numbers of 7. */
const phoneNumber = /^(\+[1-9]\d{6,14}|\d{7,15})$/;

/**
 * A phone number with nothing but its digits, and `+` before its country code; undefined where the
 * text isn't a phone number. `00` at the beginning becomes `+`.
 *
 * @param countryCode digits that a number without a country code gets; its leading 0 goes then
 */
export function cleanPhoneNumber(text: string, countryCode?: string): string | undefined {
	const number = text
		.replace(separators, '')
		.replace(zeroInBrackets, (_, start: string, code: string) =>
			codesThatKeepZero.has(code) ? `${start}0` : start,
		)
		.replace(/[()]/g, '')
		.replace(/^00/, '+');
	const cleaned =
		countryCode === undefined || !/^\d/.test(number)
			? number
			: `+${countryCode}${codesThatKeepZero.has(countryCode) ? number : number.replace(/^0/, '')}`;
	return phoneNumber.test(cleaned) ? cleaned : undefined;
}

/** The digits of a country code, such as `34` of `+34`; undefined where the text isn't one. */
export function readCountryCode(text: string): string | undefined {
	return /^(?:\+|00)?([1-9]\d{0,3})$/.exec(text.replace(separators, ''))?.[1];
}
