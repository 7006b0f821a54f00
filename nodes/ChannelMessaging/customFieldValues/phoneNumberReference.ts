import { otherFormOf } from '../phoneNumbers/oldAndNewMobileNumbers';
import type { PhoneNumberSettings } from '../phoneNumbers/phoneNumberSettings';
import { type PhoneNumberProblem, readPhoneNumber } from '../phoneNumbers/readPhoneNumber';
import { withAndWithoutPlus } from '../phoneNumbers/withAndWithoutPlus';
import { visibleText } from '../texts/visibleText';
import { type CustomFieldReference, phoneField, valuesOf } from './customFieldReference';

/**
 * Converts a phone number to the channel's format. The reference also contains the other formats and
 * interpretations of the number.
 */
export function phoneNumberReference(
	entered: string,
	settings: PhoneNumberSettings,
): CustomFieldReference {
	const text = visibleText(entered).trim();
	// The channel may have stored the phone number with its spaces and invisible characters.
	const invisible = entered === text ? [] : [entered];
	const asWritten: CustomFieldReference = {
		...{ kind: 'customField', name: phoneField, value: text },
		...(invisible.length > 0 && { otherValues: invisible }),
	};
	if (settings.format === 'asWritten') return asWritten;
	const formatsOf = (number: string) => withAndWithoutPlus(number, settings.format);
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
		const withPlus = [parsed.numberWithPlus, otherFormOf(parsed.numberWithPlus) ?? []].flat();
		const otherInterpretation = withPlus
			.flatMap(formatsOf)
			.filter((read) => !values.includes(read));
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
