import { maxAreaCharacters, maxLineCharacters } from './questionLimits';

/** Named as in n8n's Form node. */
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
	/** Key of the answer in the output. */
	key: string;
	label: string;
	type: FieldType;
	isRequired: boolean;
	placeholder: string;
	defaultValues: readonly string[];
	/** Only for `checkbox`, `dropdown`, and `radio`. */
	options: readonly string[];
}

export function inputName(index: number): string {
	return `field-${String(index)}`;
}

/** Counts UTF-16 code units, like HTML's `maxlength`. */
export function maxLengthOf(type: FieldType): number {
	return type === 'textarea' ? maxAreaCharacters : maxLineCharacters;
}
