import { documentedFieldNames } from '../client/model';
import type { CustomFieldReference } from '../phoneNumbers/customFieldReference';
import { foldedName } from '../texts/foldedText';

/**
 * Returns the documented name that is similar to an input field's name, such as `firstName` for
 * `First name`. Case, spaces, underscores, and hyphens are ignored.
 *
 * @param mapped the names of all mapped fields, which must not be assigned twice
 */
export function documentedName(name: string, mapped: readonly string[]): string | undefined {
	const similar = documentedFieldNames.find((known) => foldedName(known) === foldedName(name));
	return similar === undefined || mapped.includes(similar) ? undefined : similar;
}

/**
 * Replaces the names of mapped fields with similar names from the contact. Exact matches take
 * precedence. Otherwise, names that differ only in case, spaces, underscores, or hyphens are
 * treated as the same field if exactly one of the contact's names and one of the mapped names match.
 *
 * @param contactNames empty if no contact was found
 */
export function namedAsOnContact(
	fields: readonly CustomFieldReference[],
	contactNames: readonly string[],
): CustomFieldReference[] {
	const names = new Set(fields.map(({ name }) => name));
	return fields.map((field) => {
		const { mappedFrom } = field;
		if (mappedFrom === undefined) return field;
		if (contactNames.includes(mappedFrom.name)) return mappedFrom;
		if (contactNames.includes(field.name)) return field;
		const folded = foldedName(mappedFrom.name);
		const [similar, ...others] = contactNames.filter((known) => foldedName(known) === folded);
		if (similar === undefined || others.length > 0 || names.has(similar)) return field;
		// Both fields would be saved as one, with one of two values.
		if (fields.some((other) => other !== field && isMappedFrom(other, folded))) return field;
		return { ...mappedFrom, name: similar, enteredName: mappedFrom.name };
	});
}

function isMappedFrom({ mappedFrom }: CustomFieldReference, folded: string): boolean {
	return mappedFrom !== undefined && foldedName(mappedFrom.name) === folded;
}
