import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

import type { FieldAssignment } from '../../../test/support/service/api/schemas';
import type { ExecutionPlan } from '../history/history';

type Settings = Pick<ExecutionPlan, 'defaultCountry' | 'phoneNumberFormat'>;

/** Matches a plus sign, digits, and characters that separate them. */
const international = /^\+[\d\s.()-]+$/;

/**
 * Returns the numbers that libphonenumber reads in text. Digits can be the number of the default
 * country, or an international number without its plus sign.
 */
function numbersIn(text: string, country: Settings['defaultCountry']): string[] {
	// A spreadsheet adds decimals to numbers.
	const written = text.replace(/^(\+?\d+)\.0+$/, '$1');
	const texts = /^\d+$/.test(written) ? [written, `+${written}`] : [written];
	const found = texts.map((one) =>
		parsePhoneNumberFromString(one, country === '' ? undefined : country),
	);
	return [...new Set(found.flatMap((number) => (number?.isValid() ? number.number : [])))];
}

function formatted(number: string, { phoneNumberFormat }: Settings): string {
	return phoneNumberFormat === 'digits' ? number.slice(1) : number;
}

/** How a value may be saved and searched. */
export interface Readings {
	/** The only value that may be saved. `undefined`: the text can be read in several ways. */
	primary: string | undefined;
	/** The values that may be saved. */
	saved: readonly string[];
	/** The numbers in the channel's format. Other values need a hint. */
	numbers: readonly string[];
	/** The values that identify the contact. */
	searched: readonly string[];
}

/** Returns how the value of a custom field may be saved and searched. */
export function readingsOf({ name, value }: FieldAssignment, settings: Settings): Readings {
	const { defaultCountry, phoneNumberFormat } = settings;
	const asWritten = { primary: value, saved: [value], searched: [value], numbers: [value] };
	if (name !== 'phone' || phoneNumberFormat === 'asWritten') return asWritten;
	const found = numbersIn(value, defaultCountry);
	const numbers = found.map((number) => formatted(number, settings));
	const compact = international.test(value) ? value.replace(/[^+\d]/g, '') : value;
	const searched = [
		...new Set([
			value,
			...[compact, ...found].flatMap((number) =>
				number.startsWith('+') ? [number, number.slice(1)] : [number],
			),
		]),
	];
	// A number that was read from the channel.
	if (phoneNumberFormat === 'digits' && /^\d+$/.test(value) && numbers.includes(value)) {
		return { primary: value, saved: [value], searched, numbers };
	}
	const [number, ...others] = numbers;
	if (/^(\+|00)/.test(value)) {
		const primary = number ?? compact;
		return { primary, saved: [primary], searched, numbers };
	}
	// Digits can be a number without its plus sign, or a national number.
	const isNational = others.length === 0 && !found.includes(`+${value}`);
	const primary = isNational ? number : undefined;
	return { primary, saved: [value, ...numbers], searched, numbers };
}
