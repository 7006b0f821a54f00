import { visibleText } from '../texts/visibleText';
import { emailAddressIn } from './emailAddress';
import { otherFormOf } from './otherForm';
import type { PhoneNumberSettings } from './phoneNumberSettings';
import { type PhoneNumberProblem, readPhoneNumber } from './readPhoneNumber';

/** A custom field, and the values by which to search for contacts. */
export interface CustomFieldReference {
	kind: 'customField';
	name: string;
	/**
	 * The name as entered, if it contained invisible characters or differed in case or separators.
	 */
	enteredName?: string;
	/** In *Map Automatically*, the custom field under the input item's own field name. */
	mappedFrom?: CustomFieldReference;
	/** The value to save, and the first value to search for. */
	value: string;
	/**
	 * The phone number in other formats, other interpretations of an ambiguous phone number, or the
	 * text with or without surrounding spaces. These values are searched for if no contact has
	 * `value`, or if the number is ambiguous.
	 */
	otherValues?: readonly string[];
	/**
	 * The old or new form of a phone number in countries that changed their numbers, or an email
	 * address with capital letters. These values are always searched for, because a contact with
	 * one of them makes `value` ambiguous. They are never saved.
	 */
	otherForm?: readonly string[];
	/**
	 * The formats of a second possible phone number. Digits without a plus sign can be both a
	 * number of the default country and an international number.
	 *
	 * These values are searched for if no contact has any other value. A contact with one of them
	 * makes the phone number ambiguous.
	 */
	otherInterpretation?: readonly string[];
	/** Whether the user entered the value as a contact ID. */
	wasEnteredAsId?: true;
	/**
	 * The reason why `value` is the user's text instead of a phone number in the channel's format.
	 */
	problem?: PhoneNumberProblem;
}

export type ContactReference =
	/** `listedName` is the contact's name if the user selected it from *Contact*'s list. */
	{ kind: 'id'; contactId: string; listedName?: string } | CustomFieldReference;

export const phoneField = 'phone';

export const emailField = 'email';

/**
 * Converts a phone number to the channel's format, and an email address to lower case without
 * invisible characters. Trims other text unless it has several lines, because these may be
 * indented. Empty text clears the custom field.
 */
export function customFieldReference(
	name: string,
	entered: string,
	settings: PhoneNumberSettings,
): CustomFieldReference {
	if (name === emailField) return emailReference(entered);
	if (name !== phoneField) return textReference(name, entered);
	const text = visibleText(entered).trim();
	// A contact may also contain the text with its surrounding spaces and invisible characters.
	const invisible = entered === text || text === '' ? [] : [entered];
	const asWritten: CustomFieldReference = {
		...{ kind: 'customField', name, value: text },
		...(invisible.length > 0 && { otherValues: invisible }),
	};
	if (text === '' || settings.format === 'asWritten') return asWritten;
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
		return referenceTo(text, parsed.numbers.flatMap(formatsOf), parsed);
	}
	if (parsed.kind === 'noPlus') {
		return referenceTo(text, formatsOf(parsed.number), parsed);
	}
	if (parsed.kind === 'unknownNumber' && parsed.compact !== undefined) {
		const { compact } = parsed;
		return referenceTo(compact, [compact.slice(1), text], parsed);
	}
	return { ...asWritten, problem: parsed };
}

/**
 * Searches for the text that would be saved first, and then for its trimmed or untrimmed variant.
 */
function textReference(name: string, entered: string): CustomFieldReference {
	const trimmed = entered.trim();
	const isMultiline = /[\n\r]/.test(trimmed);
	const [value, other] = isMultiline ? [entered, trimmed] : [trimmed, entered];
	const isTrimmed = value === other || value === '';
	return { kind: 'customField', name, value, ...(!isTrimmed && { otherValues: [other] }) };
}

/** Searches in lower case first, because email addresses are saved in lower case. */
function emailReference(entered: string): CustomFieldReference {
	const text = visibleText(entered).trim();
	const address = emailAddressIn(text);
	const asWritten = { kind: 'customField', name: emailField, value: text } as const;
	if (address === undefined) {
		return { ...asWritten, ...(entered !== text && text !== '' && { otherValues: [entered] }) };
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

/** Returns the values in search order, except those in `otherInterpretation`. */
export function valuesOf(reference: CustomFieldReference): string[] {
	const { value, otherValues = [], otherForm = [] } = reference;
	return [value, ...otherValues, ...otherForm];
}

/**
 * Returns the same key for a phone number with and without a plus sign. The key must only be used
 * to order requests.
 */
export function orderingKeyOf({ name, value }: CustomFieldReference): string {
	return JSON.stringify([name, value.replace(/^\+/, '')]);
}

/** Returns the same key for references with the same name and values. */
export function keyOf(reference: CustomFieldReference): string {
	return JSON.stringify([reference.name, ...valuesOf(reference)]);
}
