import { type PhoneNumberSettings, spellPhoneNumber } from '../phoneNumbers/phoneNumber';

/** A request that can find contacts for a search text in the editor. */
export type TypedSearch =
	| { by: 'id'; contactId: string }
	/** If `firstName` is set, only contacts with this first name match. */
	| { by: 'field'; name: string; value: string; firstName?: string };

/**
 * Returns the searches for a text that the user enters in the editor, in groups. The searches of a
 * group run concurrently. The next group runs only if no contact was found. Returns an empty array
 * if the text contains no value.
 *
 * Recognizes phone numbers, email addresses, and other kinds of text, so that few requests are
 * necessary.
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
	const ids: TypedSearch[] = [field('customerid'), { by: 'id', contactId: typed }];
	const isOneWord = !/\s/.test(typed);
	if (/^[+\d(][\d\s()./-]*$/.test(typed)) {
		const { value: phone, otherSpellings = [] } = spellPhoneNumber(typed, phoneNumbers);
		const phones = [phone, ...otherSpellings].map((spelling) => [field('phone', spelling)]);
		return isOneWord && !typed.startsWith('+') ? [...phones, ids] : phones;
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
	// Doesn't capitalize the search text, because it can be an ID such as cus_1000457.
	if (isOneWord && /\d/.test(typed)) return [ids, nameSearches(typed)];
	const capitalized = typed.replace(/(?<!\S)\p{Ll}/gu, (letter) => letter.toUpperCase());
	const names = [...new Set([typed, capitalized])].map(nameSearches);
	return isOneWord ? [...names, ids] : names;
}
