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

export interface FormField {
	/** The key of the contact's answer in the output. */
	key: string;
	label: string;
	type: FieldType;
	isRequired: boolean;
	placeholder: string;
	/** The values of the field when the page opens. */
	defaultValues: readonly string[];
	/** Empty unless the type is `checkbox`, `dropdown`, or `radio`. */
	options: readonly string[];
}

export function inputName(index: number): string {
	return `field-${String(index)}`;
}

/** In UTF-16 code units, like HTML's `maxlength`. An unlimited value would block n8n. */
export function maxLengthOf(type: FieldType): number {
	return type === 'textarea' ? 10_000 : 1_000;
}
