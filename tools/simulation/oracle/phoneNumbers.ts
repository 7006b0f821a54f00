import { getCountries, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';

import type { FieldAssignment } from '../../../test/support/service/api/schemas';
import type { ExecutionPlan } from '../history/history';
import { phoneSpellings } from '../history/phoneSpellings';

type Settings = Pick<ExecutionPlan, 'defaultCountry' | 'phoneNumberFormat'>;

const countries = getCountries();

/** Matches a plus sign, digits, and characters that separate them. */
const international = /^\+[\d\s.()-]+$/;

/** A number that libphonenumber reads in text. */
interface FoundNumber {
	number: string;
	isValid: boolean;
}

/**
 * Returns the numbers that libphonenumber reads in text. Digits can be the number of the default
 * country, or an international number without its plus sign.
 *
 * A number with a plus sign is possible. Another number is valid, or has the only possible length, like
 * those of a range for fiction.
 */
function numbersIn(text: string, { defaultCountry, phoneNumberFormat }: Settings): FoundNumber[] {
	// A spreadsheet adds decimals to numbers.
	const written = (phoneSpellings.get(text) ?? text).trim().replace(/^(\+?\d+)\.0+$/, '$1');
	// libphonenumber needs a country to read 00.
	const dialed = written.replace(/^00/, '+');
	const texts = /^\d+$/.test(dialed) ? [dialed, `+${dialed}`] : [dialed];
	// A channel with this format contains digits of international numbers.
	const mayLackRange = (one: string) => one === dialed || phoneNumberFormat === 'digits';
	const numbers = texts.flatMap((one) => {
		const parsed = parsePhoneNumberFromString(
			one,
			countries.find((code) => code === defaultCountry),
		);
		if (parsed === undefined) return [];
		const isValid = parsed.isValid();
		const isNumber = written.startsWith('+')
			? parsed.isPossible()
			: isValid || (mayLackRange(one) && isComplete(parsed));
		return isNumber ? [{ number: parsed.number, isValid }] : [];
	});
	return numbers.filter(
		({ number }, index) => numbers.findIndex((other) => other.number === number) === index,
	);
}

/** Whether only numbers of this length are possible, so that no digit is missing. */
function isComplete({ number }: PhoneNumber): boolean {
	return isPossible(number) && !isPossible(number.slice(0, -1)) && !isPossible(`${number}0`);
}

function isPossible(number: string): boolean {
	return parsePhoneNumberFromString(number)?.isPossible() === true;
}

function formatted(number: string, { phoneNumberFormat }: Settings): string {
	return phoneNumberFormat === 'digits' ? number.slice(1) : number;
}

/**
 * The forms of mobile numbers before and after Mexico, Brazil, and Argentina changed them, as pairs of
 * prefixes.
 */
const renumberings = [
	{ old: /^\+521(?=\d{10}$)/, oldPrefix: '+521', now: /^\+52(?=\d{10}$)/, prefix: '+52' },
	{ old: /^\+54(?=\d{10}$)/, oldPrefix: '+54', now: /^\+549(?=\d{10}$)/, prefix: '+549' },
] as const;

/** Returns the form of a number that the same person also has. */
function otherForms(number: string): string[] {
	const withoutNinth = /^(\+55[1-9]\d)9([6-9]\d{7})$/.exec(number);
	const withNinth = /^(\+55[1-9]\d)([6-9]\d{7})$/.exec(number);
	return [
		...renumberings.flatMap(({ old, oldPrefix, now, prefix }) => [
			...(old.test(number) ? [number.replace(old, prefix)] : []),
			...(now.test(number) ? [number.replace(now, oldPrefix)] : []),
		]),
		...(withoutNinth === null ? [] : [`${withoutNinth[1] ?? ''}${withoutNinth[2] ?? ''}`]),
		...(withNinth === null ? [] : [`${withNinth[1] ?? ''}9${withNinth[2] ?? ''}`]),
	];
}

/** How a value may be saved and searched. */
export interface Interpretations {
	/** The only value that may be saved. `undefined`: the text can be read in several ways. */
	primary: string | undefined;
	/** The values that may be saved. */
	saved: readonly string[];
	/** The numbers in the channel's format. Other values need a hint. */
	numbers: readonly string[];
	/** The values that identify the contact. */
	searched: readonly string[];
	/** The values that are always searched, so that a contact with another one makes an item ambiguous. */
	forms?: readonly string[];
}

/** Returns how the value of a custom field may be saved and searched. */
export function interpretationsOf(
	{ name, value: entered }: FieldAssignment,
	settings: Settings,
): Interpretations {
	const { phoneNumberFormat } = settings;
	const value = entered.trim();
	if (name === 'email') {
		const address = value.toLowerCase();
		const searched = [...new Set([address, value, entered])];
		const numbers = [address];
		return { primary: address, saved: numbers, searched, numbers, forms: [address, value] };
	}
	if (name !== 'phone' || phoneNumberFormat === 'asWritten') {
		return {
			primary: value,
			saved: [value],
			searched: [...new Set([value, entered])],
			numbers: [value],
		};
	}
	const found = numbersIn(value, settings);
	const inFormat = (interpretations: readonly FoundNumber[]) =>
		interpretations.map(({ number }) => formatted(number, settings));
	const numbers = inFormat(found);
	const compact = international.test(value) ? value.replace(/[^+\d]/g, '') : value;
	const searched = [
		...new Set([
			...[value, entered],
			// The same digits are the same number, with and without a plus sign.
			...(/^\d+$/.test(value) ? [`+${value}`] : []),
			...[compact, ...found.map(({ number }) => number)]
				.flatMap((number) => [number, ...otherForms(number)])
				.flatMap((number) => (number.startsWith('+') ? [number, number.slice(1)] : [number])),
		]),
	];
	// A number that was read from the channel. Channels also contain the old Mexican form, which
	// libphonenumber no longer reads.
	const isStored = numbers.includes(value) || renumberings[0].old.test(`+${value}`);
	if (phoneNumberFormat === 'digits' && /^\d+$/.test(value) && isStored) {
		return { primary: value, saved: [value], searched, numbers: [...numbers, value] };
	}
	if (/^(\+|00)/.test(value)) {
		const primary = numbers[0] ?? compact;
		return { primary, saved: [primary], searched, numbers };
	}
	// Digits can be a number without its plus sign, or a national number.
	const [valid, ...others] = found.filter(({ isValid }) => isValid);
	const spelled = (phoneSpellings.get(value) ?? value).replace(/^(\d+)\.0+$/, '$1');
	const isNational = others.length === 0 && valid !== undefined && valid.number !== `+${spelled}`;
	const primary = isNational ? formatted(valid.number, settings) : undefined;
	return { primary, saved: [value, spelled, ...numbers], searched, numbers };
}
