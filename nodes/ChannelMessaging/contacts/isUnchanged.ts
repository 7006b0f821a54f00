import { tagsOf } from '../client/contactTags';
import { fieldsOf, valueText } from '../client/customFieldText';
import type { CustomFieldAssignment } from '../client/customFieldAssignment';
import type { Contact } from '../client/contact';

/** Returns `false` if a custom field is missing or the tags are unknown. */
export function isUnchanged(
	contact: Contact,
	customFields: readonly CustomFieldAssignment[],
	tags: readonly string[],
): boolean {
	const fields = fieldsOf(contact);
	const known = new Set(tags.length === 0 ? [] : tagsOf(contact));
	return (
		customFields.every(
			({ name, value }) => Object.hasOwn(fields, name) && isSavedAs(fields[name], value),
		) && tags.every((tag) => known.has(tag))
	);
}

/**
 * Returns whether the saved value equals the text. Returns `false` for objects and for unsafe
 * integers, which may have been rounded.
 */
function isSavedAs(saved: unknown, text: string): boolean {
	const isExact =
		saved === null ||
		typeof saved === 'string' ||
		typeof saved === 'boolean' ||
		Number.isSafeInteger(saved);
	return isExact && valueText(saved) === text;
}
