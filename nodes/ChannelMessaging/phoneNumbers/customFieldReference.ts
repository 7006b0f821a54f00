import type { PhoneNumberSettings } from './phoneNumberSettings';
import { type PhoneNumberProblem, readPhoneNumber } from './readPhoneNumber';

/** A custom field and the values to search for. */
export interface CustomFieldReference {
	kind: 'customField';
	name: string;
	/** The value to save, which is also the first one to search for. */
	value: string;
	/**
	 * The same phone number in other formats, and other readings of an ambiguous phone number. These
	 * values are searched if no contact has `value`, or if the number is ambiguous.
	 */
	otherValues?: readonly string[];
	/**
	 * The values of a second possible phone number. Digits without a plus sign can be both a number
	 * of the default country and an international number.
	 *
	 * These values are searched if no contact has any of the other values. A contact with one of them
	 * makes the phone number ambiguous.
	 */
	otherReading?: readonly string[];
	/** Whether the user entered the value as a contact ID. */
	wasEnteredAsId?: true;
	/** The reason why `value` is the user's text and not a phone number in the channel's format. */
	problem?: PhoneNumberProblem;
}

export type ContactReference = { kind: 'id'; contactId: string } | CustomFieldReference;

const phoneField = 'phone';

/**
 * Converts a phone number to the channel's format. Keeps the text unchanged if it isn't exactly one
 * phone number, or if the format is *As Written*. Empty text clears the custom field.
 */
export function customFieldReference(
	name: string,
	text: string,
	settings: PhoneNumberSettings,
): CustomFieldReference {
	const asWritten = { kind: 'customField', name, value: text } as const;
	const isPhone = name === phoneField && text.trim() !== '';
	if (!isPhone || settings.format === 'asWritten') return asWritten;
	const formatsOf = (number: string): [value: string, other: string] =>
		settings.format === 'digits' ? [number.slice(1), number] : [number, number.slice(1)];
	const referenceTo = (
		value: string,
		others: readonly string[],
		problem?: PhoneNumberProblem,
	): CustomFieldReference => {
		const otherValues = [...new Set(others)].filter((other) => other !== value);
		return { ...asWritten, value, ...(problem && { problem }), otherValues };
	};
	const reading = readPhoneNumber(text, settings);
	if (reading.kind === 'number') {
		const [value, other] = formatsOf(reading.number);
		const reference = referenceTo(value, [other, text.trim()]);
		if (reading.numberWithPlus === undefined) return reference;
		const values = valuesOf(reference);
		const otherReading = formatsOf(reading.numberWithPlus).filter((read) => !values.includes(read));
		return { ...reference, otherReading };
	}
	if (reading.kind === 'ambiguous') {
		return referenceTo(text, reading.numbers.flatMap(formatsOf), reading);
	}
	if (reading.kind === 'noPlus') {
		return referenceTo(text, formatsOf(reading.number), reading);
	}
	if (reading.kind === 'unknownNumber' && reading.compact !== undefined) {
		const { compact } = reading;
		return referenceTo(compact, [compact.slice(1), text.trim()], reading);
	}
	return { ...asWritten, problem: reading };
}

/** Returns the values in search order, without those in `otherReading`. */
export function valuesOf({ value, otherValues = [] }: CustomFieldReference): string[] {
	return [value, ...otherValues];
}

/**
 * Returns equal keys for a phone number with and without a plus sign. Use the key only to order
 * requests.
 */
export function orderingKeyOf({ name, value }: CustomFieldReference): string {
	return JSON.stringify([name, value.replace(/^\+/, '')]);
}

/** Returns equal keys for references with the same name and the same values. */
export function keyOf(reference: CustomFieldReference): string {
	return JSON.stringify([reference.name, ...valuesOf(reference)]);
}
