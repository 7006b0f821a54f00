import {
	type PhoneNumberProblem,
	type PhoneNumberSettings,
	readPhoneNumber,
} from './readPhoneNumber';

/** The name of a custom field, and the values to search for. */
export interface CustomFieldReference {
	kind: 'customField';
	/** The name of a custom field in the channel. */
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
	/** Whether the user entered the value as a contact ID. */
	wasEnteredAsId?: true;
	/** Why `value` is the text of the user instead of a number in the channel's format. */
	problem?: PhoneNumberProblem;
}

export type ContactReference = { kind: 'id'; contactId: string } | CustomFieldReference;

/** The custom field that contains a contact's phone number (section 2, Contact). */
const phoneField = 'phone';

/**
 * Returns the values to save and to search for. Converts phone numbers to the channel's format.
 *
 * Keeps the text if it isn't exactly one phone number, or if the format is *As Written*. Empty text
 * clears the custom field.
 */
export function customFieldReference(
	name: string,
	text: string,
	settings: PhoneNumberSettings,
): CustomFieldReference {
	const { format } = settings;
	const asWritten = { kind: 'customField', name, value: text } as const;
	if (name !== phoneField || text.trim() === '' || format === 'asWritten') return asWritten;
	const reading = readPhoneNumber(text, settings);
	switch (reading.kind) {
		case 'number': {
			const { number, numberWithPlus } = reading;
			const [value = text, ...others] = formatsOf(number, format);
			const reference = withOtherValues({ ...asWritten, value }, [...others, text.trim()]);
			if (numberWithPlus === undefined) return reference;
			const values = valuesOf(reference);
			const otherReading = formatsOf(numberWithPlus, format).filter(
				(other) => !values.includes(other),
			);
			return { ...reference, otherReading };
		}
		case 'ambiguous': {
			const others = reading.numbers.flatMap((number) => formatsOf(number, format));
			return withOtherValues({ ...asWritten, problem: reading }, others);
		}
		case 'noPlus': {
			const others = formatsOf(reading.number, format);
			return withOtherValues({ ...asWritten, problem: reading }, others);
		}
		case 'unknownNumber': {
			const { compact } = reading;
			if (compact === undefined) return { ...asWritten, problem: reading };
			const others = [compact.slice(1), text.trim()];
			return withOtherValues({ ...asWritten, value: compact, problem: reading }, others);
		}
		default:
			return { ...asWritten, problem: reading };
	}
}

/** Returns an E.164 number in the channel's format, followed by the other format. */
function formatsOf(number: string, format: PhoneNumberSettings['format']): string[] {
	const digits = number.slice(1);
	return format === 'digits' ? [digits, number] : [number, digits];
}

function withOtherValues(
	reference: CustomFieldReference,
	otherValues: readonly string[],
): CustomFieldReference {
	const others = new Set(otherValues);
	others.delete(reference.value);
	return { ...reference, otherValues: [...others] };
}

/** Returns the values that a contact can have, in the order of the searches. */
export function valuesOf({ value, otherValues = [] }: CustomFieldReference): string[] {
	return [value, ...otherValues];
}

/** Returns a key that is equal for references with the same name and values. */
export function keyOf(reference: CustomFieldReference): string {
	return JSON.stringify([reference.name, ...valuesOf(reference)]);
}
