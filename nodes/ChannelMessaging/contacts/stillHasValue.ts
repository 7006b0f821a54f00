import { fieldText } from '../client/contactFields';
import type { Contact } from '../client/contact';
import { type CustomFieldReference, valuesOf } from '../customFieldValues/customFieldReference';

/**
 * Returns whether a contact has the value by which it was found, or `undefined` if the response
 * omits the custom field. Search results can lag behind, so the value may belong to another contact
 * by now.
 */
export function stillHasValue(
	contact: Contact,
	reference: CustomFieldReference,
): boolean | undefined {
	const value = fieldText(contact, reference.name);
	return value === undefined ? undefined : valuesOf(reference).includes(value);
}
