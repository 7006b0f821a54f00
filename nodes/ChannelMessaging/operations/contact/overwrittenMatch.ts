import { type CustomFieldReference, valuesOf } from '../../customFieldValues/customFieldReference';
import { ParameterError } from '../../parameters/parameterError';
import { quoted } from '../../parameters/quoted';

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
