import { isBlank, visibleText } from '../texts/visibleText';
import { emailAddressIn } from './emailAddress';
import { otherFormOf } from './otherForm';
import type { PhoneNumberSettings } from './phoneNumberSettings';
import { type PhoneNumberProblem, readPhoneNumber } from './readPhoneNumber';

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
	 * Set by *Map Automatically*. Refers to the custom field with the input field's own name, whereas
	 * `name` can be a similar documented name.
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
	/** Whether the user entered the value as an ID. */
	wasEnteredAsId?: true;
	/** Explains why `value` is the entered text instead of a converted phone number. */
	problem?: PhoneNumberProblem;
}

export type ContactReference =
	/** `listedName` is the contact's name if the user selected the contact from the list. */
	{ kind: 'id'; contactId: string; listedName?: string } | CustomFieldReference;

export const phoneField = 'phone';

export const emailField = 'email';

/**
 * Converts phone numbers to the channel's format and email addresses to lower case. Other text is
 * trimmed, except for multiline text, which can be indented. An empty value clears the custom
 * field.
 */
export function customFieldReference(
	name: string,
	entered: string,
	settings: PhoneNumberSettings,
): CustomFieldReference {
	if (isBlank(entered)) return { kind: 'customField', name, value: '' };
	if (name === emailField) return emailReference(entered);
	if (name !== phoneField) return textReference(name, entered);
	const text = visibleText(entered).trim();
	// The channel may have stored the phone number with its spaces and invisible characters.
	const invisible = entered === text ? [] : [entered];
	const asWritten: CustomFieldReference = {
		...{ kind: 'customField', name, value: text },
		...(invisible.length > 0 && { otherValues: invisible }),
	};
	if (settings.format === 'asWritten') return asWritten;
	const formatsOf = (number: string): [value: string, other: string] =>
		settings.format === 'digits' ? [number.slice(1), number] : [number, number.slice(1)];
	const referenceTo = (
		value: string,
		others: readonly string[],
		problem?: PhoneNumberProblem,
	): CustomFieldReference => {
		const otherValues = [...new Set([...invisible, ...others])].filter((other) => other !== value);
		const known = [value, ...otherValues];
		const otherForm = known
			.flatMap((number) => otherFormOf(number) ?? [])
			.flatMap(formatsOf)
			.filter((form) => !known.includes(form));
		return {
			...asWritten,
			value,
			...(problem && { problem }),
			otherValues,
			...(otherForm.length > 0 && { otherForm }),
		};
	};
	const parsed = readPhoneNumber(text, settings);
	if (parsed.kind === 'number') {
		const [value, other] = formatsOf(parsed.number);
		const reference = referenceTo(value, [other, text]);
		if (parsed.numberWithPlus === undefined) return reference;
		const values = valuesOf(reference);
		const otherInterpretation = formatsOf(parsed.numberWithPlus).filter(
			(read) => !values.includes(read),
		);
		return { ...reference, otherInterpretation };
	}
	if (parsed.kind === 'ambiguous') {
		const { numbers, digits = text } = parsed;
		return referenceTo(digits, [...numbers.flatMap(formatsOf), text], parsed);
	}
	if (parsed.kind === 'noPlus') {
		const { digits = text } = parsed;
		return referenceTo(digits, [...formatsOf(parsed.number), text], parsed);
	}
	if (parsed.kind === 'unknownNumber' && parsed.compact !== undefined) {
		const { compact } = parsed;
		return referenceTo(compact, [compact.slice(1), text], parsed);
	}
	// Spreadsheets and other programs add quotes, labels, and decimals to the digits.
	const { digits } = { digits: undefined, ...parsed };
	return digits === undefined
		? { ...asWritten, problem: parsed }
		: referenceTo(digits, [`+${digits}`, text], parsed);
}

/**
 * Single-line text is saved trimmed, and multiline text is saved as entered. If no contact has the
 * saved form, the other form is searched.
 */
function textReference(name: string, entered: string): CustomFieldReference {
	const trimmed = entered.trim();
	const isMultiline = /[\n\r]/.test(trimmed);
	const [value, other] = isMultiline ? [entered, trimmed] : [trimmed, entered];
	return { kind: 'customField', name, value, ...(value !== other && { otherValues: [other] }) };
}

/** Puts the lower-case address first because email addresses are saved in lower case. */
function emailReference(entered: string): CustomFieldReference {
	const text = visibleText(entered).trim();
	const address = emailAddressIn(text);
	const asWritten = { kind: 'customField', name: emailField, value: text } as const;
	if (address === undefined) {
		return { ...asWritten, ...(entered !== text && { otherValues: [entered] }) };
	}
	const value = address.toLowerCase();
	const others = [...new Set([text, entered])].filter((other) => ![value, address].includes(other));
	return {
		...asWritten,
		value,
		...(others.length > 0 && { otherValues: others }),
		...(address !== value && { otherForm: [address] }),
	};
}

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
