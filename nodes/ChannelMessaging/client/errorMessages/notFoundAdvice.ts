import type { CustomFieldReference } from '../../customFieldValues/customFieldReference';
import type { PhoneNumberProblem } from '../../phoneNumbers/readPhoneNumber';

/** In most countries, phone numbers have at least this many digits. */
const minPhoneDigits = 7;

/**
 * Numbers with at least this many digits can be phone numbers with a country code. Most contact IDs
 * are shorter.
 */
const minMisreadDigits = 10;

const createFirst = "If the contact doesn't exist, create it first with 'Create or Update'";

const enterWithPlus =
	"Enter phone numbers with '+' and the country code, or choose a 'Default Country' in the credential or the options.";

export function alsoSearched({ otherValues = [], otherForm = [] }: CustomFieldReference): string {
	const others = [...otherValues, ...otherForm];
	if (others.length === 0) return '';
	return `Also searched: ${others.map((value) => `'${value}'`).join(', ')}. `;
}

/** Doesn't suggest creating the contact, because IDs are assigned by the service. */
export function idAdvice(contactId: string): string {
	return isNumber(contactId, minMisreadDigits)
		? "Check the ID. If it is a phone number, set 'Contact' to 'Phone'."
		: 'Check the ID.';
}

/**
 * Suggests creating the contact only if the value is plausible, such as an email address in
 * `email`.
 */
export function searchAdvice({ name, value, problem }: CustomFieldReference): string {
	const isEmail = value.includes('@');
	if (name === 'phone' && isEmail) return "If it is an email address, choose 'Email'.";
	if (name === 'email' && isNumber(value, minPhoneDigits))
		return "If it is a phone number, choose 'Phone'.";
	if (problem !== undefined) return phoneNumberAdvice(value, problem);
	const check = "The value must match the contact's value exactly.";
	return name === 'email' && !isEmail ? check : `${check} ${createFirst}.`;
}

function phoneNumberAdvice(text: string, problem: PhoneNumberProblem): string {
	switch (problem.kind) {
		case 'ambiguous':
			return `The number could be ${problem.numbers.join(' or ')}. Enter it with '+'.`;
		case 'noPlus':
			return `${createFirst}, and enter its number with '+'.`;
		case 'noCountryCode':
			return `The number is not a complete international number. Check its digits. ${enterWithPlus}`;
		case 'notANumber':
			return `'${text}' ${problem.rejection}. ${enterWithPlus}`;
		case 'unknownNumber':
			return `'${text}' ${problem.rejection}. Correct it, or enter it with '+' and its country code.`;
	}
}

/**
 * Returns whether the text is a number with at least this many digits. Allows separators between
 * the digits.
 */
function isNumber(text: string, minDigits: number): boolean {
	return /^[+\d\s().-]+$/.test(text) && text.replace(/\D/g, '').length >= minDigits;
}
