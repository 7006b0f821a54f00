import type { ContactReference } from '../customFieldValues/contactReference';
import { convertByField } from '../customFieldValues/convertByField';
import type { PhoneNumberSettings } from '../phoneNumbers/phoneNumberSettings';

export interface TextSearch {
	contact: ContactReference;
	/** If set, only contacts with this first name are kept (case-insensitive). */
	firstName?: string;
}

/**
 * Detects phone numbers, email addresses, names, and IDs to reduce the number of requests. The
 * searches in a group run concurrently. The next group runs only if the previous group found
 * nothing.
 */
export function parseContactPickerText(
	text: string,
	phoneNumbers: PhoneNumberSettings,
): TextSearch[][] {
	const typed = text.trim();
	if (typed === '') return [];
	const field = (name: string, value = typed): TextSearch => ({
		contact: convertByField(name, value, phoneNumbers),
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
	// The text may be an ID such as `cus_1000457`, which must keep its case.
	if (isOneWord && /\d/.test(typed)) return [ids, nameSearches(typed)];
	const capitalized = typed.replace(/(?<!\S)\p{Ll}/gu, (letter) => letter.toUpperCase());
	const names = [...new Set([typed, capitalized])].map(nameSearches);
	return isOneWord ? [...names, ids] : names;
}
