import { canonicalContactId } from '../client/canonicalContactId';
import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import { namedAsOnContact } from './mappedNames';

interface SavedContact {
	contactId: string;
	fieldNames: readonly string[];
}

/**
 * Returns the custom fields in the form in which they are saved to the contact. The names are those
 * of `namedAsOnContact`. Values that the item read from this contact stay unchanged. Values that
 * the item read from another contact are converted, because they can come from a channel with other
 * formats.
 *
 * @param contact `undefined` if the contact isn't known
 */
export function keepOwnFieldValues(
	fields: readonly CustomFieldReference[],
	contact: SavedContact | undefined,
): CustomFieldReference[] {
	return namedAsOnContact(fields, contact?.fieldNames ?? []).map((field) => {
		const { kind, name, readFrom } = field;
		const isOwn =
			readFrom !== undefined &&
			contact !== undefined &&
			canonicalContactId(readFrom.contactId) === canonicalContactId(contact.contactId);
		return isOwn ? { kind, name, value: readFrom.value } : field;
	});
}
