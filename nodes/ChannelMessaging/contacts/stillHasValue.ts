import { hasFieldText } from '../client/customFieldText';
import type { Contact } from '../client/contact';
import { type CustomFieldReference, valuesOf } from '../customFieldValues/customFieldReference';

/**
 * Returns whether a contact has the value by which it was found, or `undefined` if the response
 * doesn't show it. Search results can lag behind, so the value may belong to another contact
 * by now.
 */
export function stillHasValue(
	contact: Contact,
	reference: CustomFieldReference,
): boolean | undefined {
	const values = valuesOf(reference).map((value) => hasFieldText(contact, reference.name, value));
	return values.includes(true) || (values.includes(undefined) ? undefined : false);
}
