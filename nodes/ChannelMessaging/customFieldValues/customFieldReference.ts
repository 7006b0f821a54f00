import type { PhoneNumberProblem } from '../phoneNumbers/readPhoneNumber';

/** Identifies contacts by the value of a custom field. */
export interface CustomFieldReference {
	kind: 'customField';
	name: string;
	/**
	 * The name as the user entered it, if it differs from `name` in case, separators, or invisible
	 * characters.
	 */
	enteredName?: string;
	/**
	 * Refers to the custom field with the input field's own name. Set only by *Map Automatically*, for
	 * which `name` can be a similar documented name.
	 */
	mappedFrom?: CustomFieldReference;
	/** The value to save. It is also the first value to search for. */
	value: string;
	/**
	 * Values to search for if no contact has `value`, or if the phone number is ambiguous. These are
	 * other formats and interpretations of a phone number, or the text with or without surrounding
	 * spaces.
	 */
	otherValues?: readonly string[];
	/**
	 * Values that are always searched for, but never saved: the old or new form of a phone number in
	 * countries that changed their numbers, and email addresses with capital letters. The reference
	 * is ambiguous if a contact has one of these values as well.
	 */
	otherForm?: readonly string[];
	/**
	 * A second phone number that the digits can represent, in all formats. Digits without a plus sign
	 * can be a number of the default country or an international number. The node only searches for
	 * this number if no contact has any other value. If a contact has it, the reference is ambiguous.
	 */
	otherInterpretation?: readonly string[];
	/**
	 * Set if the item read the entered value from this custom field of a contact. If it is saved to
	 * the same contact, the value stays unchanged, including its spaces.
	 */
	readFrom?: { contactId: string; value: string };
	/** Whether the user entered the value as an ID. */
	wasEnteredAsId?: true;
	/** Explains why `value` is the entered text instead of a converted phone number. */
	problem?: PhoneNumberProblem;
}

export const phoneField = 'phone';

export const emailField = 'email';

/** Returns all values except `otherInterpretation`, in search order. */
export function valuesOf(reference: CustomFieldReference): string[] {
	const { value, otherValues = [], otherForm = [] } = reference;
	return [value, ...otherValues, ...otherForm];
}

/**
 * Returns a key for ordering requests. Ignores the plus sign of phone numbers, so different
 * references can share a key.
 */
export function orderingKeyOf({ name, value }: CustomFieldReference): string {
	return JSON.stringify([name, value.replace(/^\+/, '')]);
}

export function keyOf(reference: CustomFieldReference): string {
	return JSON.stringify([reference.name, ...valuesOf(reference)]);
}
