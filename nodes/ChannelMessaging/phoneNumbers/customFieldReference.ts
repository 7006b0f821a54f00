import type { PhoneNumberSettings } from './phoneNumberSettings';
import { type PhoneNumberProblem, readPhoneNumber } from './readPhoneNumber';

/** A custom field, and the values to search for. */
export interface CustomFieldReference {
	kind: 'customField';
	name: string;
	/** The value to save. It is searched first. */
	value: string;
	/**
	 * The same phone number in other formats, and other readings of an ambiguous number. Searched if
	 * no contact has the value, or if the number is ambiguous.
	 */
	otherValues?: readonly string[];
	/**
	 * The values of the international number that digits without a plus sign could also be. Searched
	 * if no contact has the other values. A contact with one of them makes the number ambiguous.
	 */
	otherReading?: readonly string[];
	/** The user entered the value as a contact ID. */
	wasEnteredAsId?: true;
	/** Why `value` is the text of the user instead of a number in the channel's format. */
	problem?: PhoneNumberProblem;
}

export type ContactReference = { kind: 'id'; contactId: string } | CustomFieldReference;

/** The custom field that contains a contact's phone number. */
const phoneField = 'phone';

/**
 * Converts phone numbers to the channel's format. Keeps the text if it isn't exactly one phone
 * number, or if the format is *As Written*. Empty text clears the custom field.
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

/** In the order of the searches, without the other reading. */
export function valuesOf({ value, otherValues = [] }: CustomFieldReference): string[] {
	return [value, ...otherValues];
}

/**
 * Equal for all spellings of a phone number, with and without a plus sign. May only be used for the
 * order of requests.
 */
export function orderingKeyOf({ name, value }: CustomFieldReference): string {
	return JSON.stringify([name, value.replace(/^\+/, '')]);
}

/** Equal for references with the same name and values. */
export function keyOf(reference: CustomFieldReference): string {
	return JSON.stringify([reference.name, ...valuesOf(reference)]);
}
