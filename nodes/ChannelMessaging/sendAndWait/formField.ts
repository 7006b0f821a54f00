import { maxAreaCharacters, maxLineCharacters } from './questionLimits';

/** Types of form fields, with the same names as in n8n's Form node. */
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
	defaultValues: readonly string[];
	/** Empty unless the field's type is `checkbox`, `dropdown`, or `radio`. */
	options: readonly string[];
}

export function inputName(index: number): string {
	return `field-${String(index)}`;
}

/** Returns the maximum length in UTF-16 code units, like HTML's `maxlength`. */
export function maxLengthOf(type: FieldType): number {
	return type === 'textarea' ? maxAreaCharacters : maxLineCharacters;
}
