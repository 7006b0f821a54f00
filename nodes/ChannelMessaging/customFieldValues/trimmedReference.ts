import type { CustomFieldReference } from './customFieldReference';

/**
 * Single-line text is saved trimmed, and multiline text is saved as entered. If no contact matches
 * the saved form, the other form is tried.
 */
export function trimmedReference(name: string, entered: string): CustomFieldReference {
	const trimmed = entered.trim();
	const isMultiline = /[\n\r]/.test(trimmed);
	const [value, other] = isMultiline ? [entered, trimmed] : [trimmed, entered];
	return { kind: 'customField', name, value, ...(value !== other && { otherValues: [other] }) };
}
