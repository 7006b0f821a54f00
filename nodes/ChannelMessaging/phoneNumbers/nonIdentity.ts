import { emailField, phoneField, type CustomFieldReference } from './customFieldReference';
import type { PhoneNumberSettings } from './phoneNumberSettings';
import { emailAddressIn } from './emailAddress';
import { nonIdentityInAnyField } from './missingValueText';
import { readPhoneNumber } from './readPhoneNumber';

/**
 * Returns why the text can't identify a contact, or `undefined` if it can. The reason completes a
 * sentence that starts with the text.
 */
export function nonIdentity(
	{ name, problem }: CustomFieldReference,
	text: string,
	{ format }: PhoneNumberSettings,
): string | undefined {
	if (name === emailField) {
		return emailAddressIn(text) === undefined ? 'is not an email address' : undefined;
	}
	if (name !== phoneField) return nonIdentityInAnyField(text);
	const parsed =
		format === 'asWritten' ? readPhoneNumber(text, { format: 'e164' }) : (problem ?? readNumber);
	if (parsed.kind === 'notANumber') return parsed.rejection;
	return parsed.kind !== 'number' && isSamplePhoneNumber(text)
		? 'is not a real phone number'
		: undefined;
}

const readNumber = { kind: 'number' } as const;

/** Digits that people enter instead of a real phone number. */
const sampleDigits = ['01234567890', '12345678901234567890', '9876543210'];

/** Returns whether the digits are all the same, or part of a sequence. */
function isSamplePhoneNumber(text: string): boolean {
	const digits = text.replace(/\D/g, '');
	return /^(\d)\1*$/.test(digits) || sampleDigits.some((sample) => sample.includes(digits));
}
