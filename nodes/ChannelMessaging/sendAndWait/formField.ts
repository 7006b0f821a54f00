import { maxAreaCharacters, maxLineCharacters, maxNumberCharacters } from './questionSizeLimits';

/** These names are the same as in n8n's Form node. */
export type FieldType =
	| 'checkbox'
	| 'date'
	| 'dropdown'
	| 'email'
	| 'number'
	| 'radio'
	| 'text'
	| 'textarea';

/**
 * Field types that n8n's Form node supports but this node doesn't. Their definitions can contain
 * other keys.
 */
export const unsupportedTypes: readonly unknown[] = ['file', 'hiddenField', 'html', 'password'];

export const typesWithOptions: FieldType[] = ['checkbox', 'dropdown', 'radio'];

export const typesWithPlaceholder: FieldType[] = ['email', 'number', 'text', 'textarea'];

export interface FormField {
	/** The key of the answer in the output. */
	key: string;
	label: string;
	type: FieldType;
	isRequired: boolean;
	placeholder: string;
	defaultValues: readonly string[];
	/** The options to choose from. Set only for `typesWithOptions`. */
	options: readonly string[];
}

export function inputName(index: number): string {
	return `field-${String(index)}`;
}

/** Returns the maximum length in UTF-16 code units, which HTML's `maxlength` also counts. */
export function maxLengthOf(type: FieldType): number {
	switch (type) {
		case 'number':
			return maxNumberCharacters;
		case 'textarea':
			return maxAreaCharacters;
		default:
			return maxLineCharacters;
	}
}
