/** The types of form fields, with their names in n8n's Form node. */
export type FieldType =
	| 'checkbox'
	| 'date'
	| 'dropdown'
	| 'email'
	| 'number'
	| 'radio'
	| 'text'
	| 'textarea';

/** A field on the page on which a contact answers a question. */
export interface FormField {
	/** The key of the contact's answer in the output. */
	key: string;
	label: string;
	type: FieldType;
	isRequired: boolean;
	placeholder: string;
	/** The values of the field when the page opens. */
	defaultValues: readonly string[];
	/** The options of checkboxes, dropdowns, and radio buttons. Empty for other types. */
	options: readonly string[];
}

/** Returns the HTML name of a form field. */
export function inputName(index: number): string {
	return `field-${String(index)}`;
}

/**
 * Returns the maximum length of an entered value, in UTF-16 code units like HTML's `maxlength`. An
 * unlimited value would block n8n while the page is rendered.
 */
export function maxLengthOf(type: FieldType): number {
	return type === 'textarea' ? 10_000 : 1_000;
}
