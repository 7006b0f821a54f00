import { type ContactReference, customFieldReference } from '../phoneNumbers/customFieldReference';
import type { PhoneNumberSettings } from '../phoneNumbers/phoneNumberSettings';

export interface TextSearch {
	contact: ContactReference;
	/** If set, only contacts with this first name match, ignoring case. */
	firstName?: string;
}

/**
 * Parses text that a user typed to find a contact. Searches in a group run concurrently, and the
 * next group runs only if no contact was found.
 *
 * Detects whether the text is a phone number, an email address, a name, or an ID, to minimize the
 * number of requests.
 */
export function parseSearchText(text: string, phoneNumbers: PhoneNumberSettings): TextSearch[][] {
	const typed = text.trim();
	if (typed === '') return [];
	const field = (name: string, value = typed): TextSearch => ({
		contact: customFieldReference(name, value, phoneNumbers),
	});
	const sign = typed.indexOf('=');
	if (sign > 0) {
		const value = typed.slice(sign + 1).trim();
		return value === '' ? [] : [[field(typed.slice(0, sign).trim(), value)]];
	}
	if (typed.includes('@')) return [[field('email')]];
	const ids = [field('customerid'), { contact: { kind: 'id', contactId: typed } as const }];
	const isOneWord = !/\s/.test(typed);
	if (/^[+\d(][\d\s()./-]*$/.test(typed)) {
		const phone = [field('phone')];
		return isOneWord && !typed.startsWith('+') ? [phone, ids] : [phone];
	}
	const nameSearches = (name: string): TextSearch[] => {
		const [firstName = '', ...lastNames] = name.split(/\s+/);
		const lastName = lastNames.join(' ');
		return [
			field('firstName', name),
			field('lastName', name),
			...(lastName === '' ? [] : [{ ...field('lastName', lastName), firstName }]),
		];
	};
	// Text with a digit keeps its case, because it can be an ID such as `cus_1000457`.
	if (isOneWord && /\d/.test(typed)) return [ids, nameSearches(typed)];
	const capitalized = typed.replace(/(?<!\S)\p{Ll}/gu, (letter) => letter.toUpperCase());
	const names = [...new Set([typed, capitalized])].map(nameSearches);
	return isOneWord ? [...names, ids] : names;
}
