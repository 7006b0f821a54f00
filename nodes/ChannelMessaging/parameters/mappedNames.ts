import { documentedFieldNames } from '../client/documentedFieldNames';
import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import { foldedName } from '../texts/foldedName';

const documentedNames: ReadonlyMap<string, string> = new Map(
	documentedFieldNames.map((name) => [foldedName(name), name]),
);

/**
 * Returns the documented name that is similar to an input field's name, such as `firstName` for
 * `First name`. Case, spaces, underscores, and hyphens are ignored.
 *
 * @param mapped the names of all mapped fields, which must not be assigned twice
 */
export function documentedName(name: string, mapped: readonly string[]): string | undefined {
	const similar = documentedNames.get(foldedName(name));
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
	if (!fields.some(({ mappedFrom }) => mappedFrom !== undefined)) return [...fields];
	const names = new Set(fields.map(({ name }) => name));
	const known = new Set(contactNames);
	const similarNames = byFoldedName(contactNames);
	const similarFields = byFoldedName(fields.flatMap(({ mappedFrom }) => mappedFrom?.name ?? []));
	return fields.map((field) => {
		const { mappedFrom } = field;
		if (mappedFrom === undefined) return field;
		if (known.has(mappedFrom.name)) return mappedFrom;
		if (known.has(field.name)) return field;
		const folded = foldedName(mappedFrom.name);
		const [similar, ...others] = similarNames.get(folded) ?? [];
		if (similar === undefined || others.length > 0 || names.has(similar)) return field;
		// Several fields would otherwise be saved as one custom field, with only one of their values.
		if ((similarFields.get(folded) ?? []).length > 1) return field;
		return { ...mappedFrom, name: similar, enteredName: mappedFrom.name };
	});
}

function byFoldedName(names: readonly string[]): ReadonlyMap<string, readonly string[]> {
	const groups = new Map<string, string[]>();
	for (const name of names) {
		const folded = foldedName(name);
		const group = groups.get(folded);
		if (group === undefined) groups.set(folded, [name]);
		else group.push(name);
	}
	return groups;
}
