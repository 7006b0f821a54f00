import {
	isCompleteNumber,
	isPossibleNumber,
	type NumberingPlan,
	planAtStart,
	planOf,
} from './numberingPlans';
import { isOldForm } from './otherForm';
import type { PhoneNumberSettings } from './phoneNumberSettings';
import { writtenNumber } from './writtenNumber';

/** The reason why text isn't exactly one phone number. All numbers are in E.164 format. */
export type PhoneNumberProblem =
	/** The text has several interpretations, such as with and without a country code. */
	| { kind: 'ambiguous'; numbers: readonly string[] }
	/** The digits are a valid phone number only with a plus sign. */
	| { kind: 'noPlus'; number: string }
	/** The digits can only be a national number, but there is no default country. */
	| { kind: 'noCountryCode' }
	/**
	 * The numbering plans contain no such number, but the plans may be outdated.
	 *
	 * `rejection` completes a sentence that starts with the entered text. `compact` is the entered
	 * text without separators. It is only set if the text starts with a plus sign.
	 */
	| { kind: 'unknownNumber'; rejection: string; compact?: string }
	/** The text contains something other than a single phone number. */
	| { kind: 'notANumber'; rejection: string };

type ParsedPhoneNumber =
	| {
			kind: 'number';
			number: string;
			/** Another phone number that the same digits with a plus sign form. */
			numberWithPlus?: string;
	  }
	| PhoneNumberProblem;

/**
 * Parses digits without a plus sign as a number of the default country.
 *
 * If the channel's format is `digits`, they can also be an international number from the channel.
 * The text is ambiguous if both interpretations are valid.
 *
 * For other formats, the text isn't ambiguous, and `numberWithPlus` is the international number.
 * Otherwise, all Chinese mobile numbers and every fifth US number would be ambiguous, because they
 * are also international numbers of other countries.
 */
export function readPhoneNumber(
	text: string,
	{ format, defaultCountryCode }: PhoneNumberSettings,
): ParsedPhoneNumber {
	const entered = writtenNumber(text);
	if (entered.kind !== 'written') return entered;
	const { text: written, compact } = entered;

	// In +44 (0)20, the 0 is a national prefix. In some countries, a 0 in parentheses is part of
	// the number.
	const hasOptionalZero = /\(\s*0\s*\)/.test(written);
	const plan = planOf(defaultCountryCode);
	const hasPlus = compact.startsWith('+');
	if (hasPlus || (plan?.internationalPrefix === undefined && compact.startsWith('00'))) {
		const digits = compact.replace(/^(\+|00)/, '');
		return (
			only(internationalNumbers(digits, hasOptionalZero, hasPlus ? 'possible' : 'likely')) ?? {
				kind: 'unknownNumber',
				rejection: rejectionOf(digits),
				...(hasPlus && { compact }),
			}
		);
	}
	const dialed = plan === undefined ? [] : dialedNumbers(plan, compact, hasOptionalZero);
	// Numbers from channels and spreadsheets contain only digits. Formatted text such as (201)
	// 871-2957 is a national number, not the number of another country.
	const isDigits = /^\d+$/.test(written);
	const mayBeStored = format === 'digits' && isDigits;
	// If the digits are also a valid national number, even an international number without an area
	// code makes them ambiguous, so that a stored number is never converted to another.
	const accepted = dialed.length > 0 ? 'possible' : 'likely';
	const stored = mayBeStored ? storedNumbers(compact, accepted) : [];
	const parsed = only([...dialed, ...stored]);
	const withPlus = isDigits ? only(internationalNumbers(compact, false, 'complete')) : undefined;
	if (parsed !== undefined) {
		const isOther = parsed.kind === 'number' && withPlus?.kind === 'number';
		return isOther && withPlus.number !== parsed.number
			? { ...parsed, numberWithPlus: withPlus.number }
			: parsed;
	}
	if (withPlus?.kind === 'number') return { kind: 'noPlus', number: withPlus.number };
	if (isOldForm(`+${compact}`)) return { kind: 'noPlus', number: `+${compact}` };
	if (withPlus !== undefined) return withPlus;
	if (plan === undefined) return { kind: 'noCountryCode' };
	const rejection = `is not a number of the country code +${plan.countryCode}`;
	return { kind: 'unknownNumber', rejection };
}

function rejectionOf(internationalDigits: string): string {
	const plan = planAtStart(internationalDigits);
	return plan === undefined
		? 'has an unknown country code'
		: `has too few or too many digits for the country code +${plan.countryCode}`;
}

/**
 * Returns the only candidate as a number, or all candidates as ambiguous. Returns `undefined` if
 * there are none.
 *
 * @param candidates possible phone numbers in E.164 format
 */
function only(candidates: readonly string[]): ParsedPhoneNumber | undefined {
	const numbers = [...new Set(candidates)];
	const [number, ...others] = numbers;
	if (number === undefined) return undefined;
	return others.length === 0 ? { kind: 'number', number } : { kind: 'ambiguous', numbers };
}

/**
 * Which numbers to accept. `complete`: numbers with all digits. `likely`: also numbers in unknown
 * ranges with the length of all the country's numbers, because numbering plans lack the newest
 * ranges. `possible`: numbers of any possible length, even without an area code.
 */
type Accepted = 'complete' | 'likely' | 'possible';

/** @param digits an international number without a plus sign, starting with a country code */
function internationalNumbers(
	digits: string,
	hasOptionalZero: boolean,
	accepted: Accepted,
): string[] {
	const plan = planAtStart(digits);
	if (plan === undefined) return [];
	const rest = digits.slice(plan.countryCode.length);
	const isNumber = accepted === 'possible' ? isPossibleNumber : isCompleteNumber;
	// Users often add a 0 after the country code, even in countries without a national prefix. In
	// some countries, national numbers start with 0.
	const isNational = [rest, withoutPrefix(plan, rest)].some((one) => plan.numbers.test(one));
	const numbers = nationalNumbers(plan, rest, hasOptionalZero || !isNational, isNumber);
	if (numbers.length > 0 || accepted === 'complete') return numbers;
	const hasPrefix = rest.startsWith('0') || withoutPrefix(plan, rest) !== rest;
	const { lengths, possibleLengths } = plan;
	const isLong =
		accepted === 'possible'
			? possibleLengths.has(rest.length)
			: lengths.size === 1 && lengths.has(rest.length);
	return isLong && !hasPrefix ? [`+${digits}`] : [];
}

/** @param digits a phone number from a channel that stores numbers without a plus sign */
function storedNumbers(digits: string, accepted: Accepted): string[] {
	const stored = `+${digits}`;
	if (isOldForm(stored)) return [stored];
	return internationalNumbers(digits, false, accepted).filter((number) => number === stored);
}

/** @param digits a national number, with or without its national prefix */
function nationalNumbers(
	plan: NumberingPlan,
	digits: string,
	hasOptionalZero: boolean,
	isNumber: (plan: NumberingPlan, national: string) => boolean,
): string[] {
	const candidates = [digits, withoutPrefix(plan, digits)];
	if (hasOptionalZero) candidates.push(digits.replace(/^0/, ''));
	return candidates
		.filter((candidate) => isNumber(plan, candidate))
		.map((candidate) => `+${plan.countryCode}${candidate}`);
}

/**
 * @param plan the numbering plan of the default country
 * @param digits a number in national format, with the country code, or with an international prefix
 * such as 00 or 011
 */
function dialedNumbers(plan: NumberingPlan, digits: string, hasOptionalZero: boolean): string[] {
	const { countryCode, lengths } = plan;
	const prefixes = [/^00/, plan.internationalPrefix].map((prefix) => prefix?.exec(digits)?.[0]);
	const abroad = prefixes.flatMap((prefix) =>
		prefix === undefined
			? []
			: internationalNumbers(digits.slice(prefix.length), hasOptionalZero, 'complete'),
	);
	if (digits.startsWith('00')) return abroad;
	const withCountryCode = digits.startsWith(countryCode)
		? nationalNumbers(plan, digits.slice(countryCode.length), hasOptionalZero, isCompleteNumber)
		: [];
	return [
		...abroad,
		...nationalNumbers(plan, digits, hasOptionalZero, isCompleteNumber),
		...withCountryCode.filter((number) => lengths.has(number.length - countryCode.length - 1)),
	];
}

function withoutPrefix({ prefix, replacement }: NumberingPlan, digits: string): string {
	const match = prefix?.exec(digits);
	if (prefix === undefined || !match) return digits;
	const isReplaced = match.length > 1 && match.at(-1) !== undefined && replacement !== undefined;
	return digits.replace(prefix, isReplaced ? replacement : '');
}
