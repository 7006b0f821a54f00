/**
 * Old and new forms of mobile numbers in countries that changed them. Channels and gateways use
 * both forms, and both reach the same person.
 *
 * - Mexico: until 2019, a 1 followed the country code.
 * - Brazil: a ninth digit was added to mobile numbers, which previously began with 6 to 9.
 * - Argentina: a 9 follows the country code of mobile numbers in international format.
 */
const pairs = [
	{ long: /^(\+52)1(\d{10})$/, short: /^(\+52)(\d{10})$/, added: '1' },
	{ long: /^(\+55[1-9]\d)9([6-9]\d{7})$/, short: /^(\+55[1-9]\d)([6-9]\d{7})$/, added: '9' },
	{ long: /^(\+54)9(\d{10})$/, short: /^(\+54)(\d{10})$/, added: '9' },
] as const;

/**
 * Returns the other form of a phone number, which must only be used for searches.
 *
 * @param number with a plus sign and without separators
 */
export function otherFormOf(number: string): string | undefined {
	for (const { long, short, added } of pairs) {
		if (long.test(number)) return number.replace(long, '$1$2');
		if (short.test(number)) return number.replace(short, `$1${added}$2`);
	}
	return undefined;
}

/** Returns whether the number has the old Mexican form, which numbering plans no longer contain. */
export function isOldForm(number: string): boolean {
	return pairs[0].long.test(number);
}
