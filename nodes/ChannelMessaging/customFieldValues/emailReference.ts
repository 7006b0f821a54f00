import { visibleText } from '../texts/visibleText';
import { type CustomFieldReference, emailField } from './customFieldReference';
import { emailAddressInText } from './emailAddressInText';

/** Puts the lower-case address first because email addresses are saved in lower case. */
export function emailReference(entered: string): CustomFieldReference {
	const text = visibleText(entered).trim();
	const address = emailAddressInText(text);
	const asWritten = { kind: 'customField', name: emailField, value: text } as const;
	if (address === undefined) {
		return { ...asWritten, ...(entered !== text && { otherValues: [entered] }) };
	}
	const value = address.toLowerCase();
	const others = [...new Set([text, entered])].filter((other) => ![value, address].includes(other));
	return {
		...asWritten,
		value,
		...(others.length > 0 && { otherValues: others }),
		...(address !== value && { otherForm: [address] }),
	};
}
