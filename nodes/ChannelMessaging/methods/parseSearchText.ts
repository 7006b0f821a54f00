import { type PhoneNumberSettings, spellPhoneNumber } from '../parameters/phoneNumber';

/** One call that may find whom somebody at the list of contacts means. */
export type TypedSearch =
	| { by: 'id'; contactId: string }
	/** With `firstName`, only contacts of this first name are meant. */
	| { by: 'field'; name: string; value: string; firstName?: string };

/**
 * The searches for what somebody typed, told from the text itself and as few as can be: those of a
 * group are made together, and those of the next one only where nobody was found. None where the text
 * says too little.
 */
export function parseSearchText(text: string, phoneNumbers: PhoneNumberSettings): TypedSearch[][] {
	const typed = text.trim();
	if (typed === '') return [];
	const field = (name: string, value = typed): TypedSearch => ({ by: 'field', name, value });
	const sign = typed.indexOf('=');
	if (sign > 0) {
		const value = typed.slice(sign + 1).trim();
		return value === '' ? [] : [[field(typed.slice(0, sign).trim(), value)]];
	}
	if (typed.includes('@')) return [[field('email')]];
	const identifiers: TypedSearch[] = [field('customerid'), { by: 'id', contactId: typed }];
	const isOneWord = !/\s/.test(typed);
	if (/^[+\d(][\d\s()./-]*$/.test(typed)) {
		const { value: phone, otherSpellings = [] } = spellPhoneNumber(typed, phoneNumbers);
		const phones = [phone, ...otherSpellings].map((spelling) => [field('phone', spelling)]);
		return isOneWord && !typed.startsWith('+') ? [...phones, identifiers] : phones;
	}
	const nameSearches = (name: string): TypedSearch[] => {
		const [firstName = '', ...lastNames] = name.split(/\s+/);
		const lastName = lastNames.join(' ');
		return [
			field('firstName', name),
			field('lastName', name),
			...(lastName === ''
				? []
				: [{ by: 'field', name: 'lastName', value: lastName, firstName } as const]),
		];
	};
	// No capital letter for IDs such as cus_1000457.
	if (isOneWord && /\d/.test(typed)) return [identifiers, nameSearches(typed)];
	const capitalized = typed.replace(/(?<!\S)\p{Ll}/gu, (letter) => letter.toUpperCase());
	const names = [...new Set([typed, capitalized])].map(nameSearches);
	return isOneWord ? [...names, identifiers] : names;
}
