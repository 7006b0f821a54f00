import {
	type Contact,
	type CustomFieldAssignment,
	fieldsOf,
	tagsOf,
	valueText,
} from '../client/model';

/**
 * Whether saving the custom fields and tags would change nothing. `false` if the response lacks one of
 * the custom fields, or the tags.
 */
export function hasSavedValues(
	contact: Contact,
	customFields: readonly CustomFieldAssignment[],
	tags: readonly string[],
): boolean {
	const fields = fieldsOf(contact);
	const known = tags.length === 0 ? [] : (tagsOf(contact) ?? []);
	return (
		customFields.every(
			({ name, value }) => Object.hasOwn(fields, name) && isSavedAs(fields[name], value),
		) && tags.every((tag) => known.includes(tag))
	);
}

/** Other numbers may have been rounded, and the text of an object isn't its value. */
function isSavedAs(saved: unknown, text: string): boolean {
	const isExact =
		saved === null ||
		typeof saved === 'string' ||
		typeof saved === 'boolean' ||
		Number.isSafeInteger(saved);
	return isExact && valueText(saved) === text;
}
