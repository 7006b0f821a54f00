import { visibleText } from '../texts/visibleText';
import { emailAddressIn } from './emailAddress';
import { otherFormOf } from './otherForm';
import type { PhoneNumberSettings } from './phoneNumberSettings';
import { type PhoneNumberProblem, readPhoneNumber } from './readPhoneNumber';

/** Identifies contacts by a custom field. */
export interface CustomFieldReference {
	kind: 'customField';
	name: string;
	/** Set if the name had invisible characters or another case or separators. */
	enteredName?: string;
	/** In *Map Automatically*: the custom field that has the input field's own name. */
	mappedFrom?: CustomFieldReference;
	/** The value to save, which is also searched first. */
	value: string;
	/**
	 * Searched if no contact has `value`, or if the number is ambiguous: other formats and
	 * interpretations of a phone number, and text with or without surrounding spaces.
	 */
	otherValues?: readonly string[];
	/**
	 * Always searched but never saved: the old or new form of a phone number in countries that
	 * changed theirs, or an email address with capitals. If a contact has one of these, too, the
	 * reference is ambiguous.
	 */
	otherForm?: readonly string[];
	/**
	 * A second possible phone number, in all formats. Digits without a plus sign can be a number of
	 * the default country and an international one. Only searched if no contact has any other value.
	 * A contact with one of these makes the number ambiguous.
	 */
	otherInterpretation?: readonly string[];
	/** Whether the user entered the value as an ID. */
	wasEnteredAsId?: true;
	/** Why `value` is the user's text and not a converted phone number. */
	problem?: PhoneNumberProblem;
}

export type ContactReference =
	/** `listedName`: the contact's name, if selected from the list. */
	{ kind: 'id'; contactId: string; listedName?: string } | CustomFieldReference;

export const phoneField = 'phone';

export const emailField = 'email';

/**
 * Converts phone numbers to the channel's format and email addresses to lower case. Trims other
 * text, except text of several lines, which may be indented. Empty text clears the custom field.
 */
export function customFieldReference(
	name: string,
	entered: string,
	settings: PhoneNumberSettings,
): CustomFieldReference {
	if (name === emailField) return emailReference(entered);
	if (name !== phoneField) return textReference(name, entered);
	const text = visibleText(entered).trim();
	// The channel may also store the text with its spaces and invisible characters.
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

/** Saved text first, then its trimmed or untrimmed variant. */
function textReference(name: string, entered: string): CustomFieldReference {
	const trimmed = entered.trim();
	const isMultiline = /[\n\r]/.test(trimmed);
	const [value, other] = isMultiline ? [entered, trimmed] : [trimmed, entered];
	const isTrimmed = value === other || value === '';
	return { kind: 'customField', name, value, ...(!isTrimmed && { otherValues: [other] }) };
}

/** Lower case first, as email addresses are saved in lower case. */
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

/** All values in search order, without `otherInterpretation`. */
export function valuesOf(reference: CustomFieldReference): string[] {
	const { value, otherValues = [], otherForm = [] } = reference;
	return [value, ...otherValues, ...otherForm];
}

/** Ignores the plus sign of phone numbers. Only use it to order requests. */
export function orderingKeyOf({ name, value }: CustomFieldReference): string {
	return JSON.stringify([name, value.replace(/^\+/, '')]);
}

export function keyOf(reference: CustomFieldReference): string {
	return JSON.stringify([reference.name, ...valuesOf(reference)]);
}
