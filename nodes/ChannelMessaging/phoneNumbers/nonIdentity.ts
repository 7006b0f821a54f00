import { emailField, phoneField, type CustomFieldReference } from './customFieldReference';
import type { PhoneNumberSettings } from './phoneNumberSettings';
import { emailAddressIn } from './emailAddress';
import { nonIdentityInAnyField } from './missingValueText';
import { readPhoneNumber } from './readPhoneNumber';
import { isSamplePhoneNumber } from './samplePhoneNumber';

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
