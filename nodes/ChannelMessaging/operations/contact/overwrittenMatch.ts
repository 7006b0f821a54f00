import { type CustomFieldReference, valuesOf } from '../../customFieldValues/customFieldReference';
import { ParameterError } from '../../parameters/parameterError';
import { quoted } from '../../parameters/quoted';
import { foldedName } from '../../texts/foldedName';

/** Throws if a custom field would overwrite the value that identifies the contact. */
export function assertMatchKept(
	match: CustomFieldReference,
	fields: readonly CustomFieldReference[],
): void {
	const { name, value } = match;
	const field = fields.find((saved) => saved.name === name);
	const isSame = ({ value: saved }: CustomFieldReference) =>
		[saved, saved.trim()].some((text) => valuesOf(match).includes(text));
	if (field === undefined || isSame(field)) return;
	throw new ParameterError(
		`'Match Value' is ${quoted(value)}, but the custom field '${name}' is ${quoted(field.value)}`,
		`Leave '${name}' out of the custom fields. The node sets it to 'Match Value'.`,
	);
}

/**
 * Excludes mapped fields from renaming if their name is similar to *Match On*. Otherwise, a field
 * `E-Mail` would overwrite the `email` by which the contact was found.
 */
export function withFixedNames(
	fields: readonly CustomFieldReference[],
	matchedName: string,
): CustomFieldReference[] {
	const folded = foldedName(matchedName);
	return fields.map(({ mappedFrom, ...field }) =>
		mappedFrom === undefined || foldedName(mappedFrom.name) === folded
			? field
			: { ...field, mappedFrom },
	);
}
