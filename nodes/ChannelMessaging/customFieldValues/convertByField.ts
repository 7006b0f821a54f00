import type { PhoneNumberSettings } from '../phoneNumbers/phoneNumberSettings';
import { isBlank } from '../texts/visibleText';
import { type CustomFieldReference, emailField, phoneField } from './customFieldReference';
import { emailReference } from './emailReference';
import { phoneNumberReference } from './phoneNumberReference';
import { trimmedReference } from './trimmedReference';

/**
 * Converts phone numbers to the channel's format and email addresses to lower case. Other text is
 * trimmed, except for multiline text, which can be indented. An empty value clears the custom
 * field.
 */
export function convertByField(
	name: string,
	entered: string,
	settings: PhoneNumberSettings,
): CustomFieldReference {
	if (isBlank(entered)) return { kind: 'customField', name, value: '' };
	if (name === emailField) return emailReference(entered);
	if (name === phoneField) return phoneNumberReference(entered, settings);
	return trimmedReference(name, entered);
}
