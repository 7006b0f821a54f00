import {
	isCompleteNumber,
	isPossibleNumber,
	type NumberingPlan,
	planAtStart,
	planOf,
} from './numberingPlans';
import { isOldForm } from './oldAndNewMobileNumbers';
import type { PhoneNumberSettings } from './phoneNumberSettings';
import { phoneNumberInText } from './phoneNumberInText';

/**
 * The reason why a text couldn't be converted to a phone number. All numbers in a problem are in
 * E.164 format. `digits` is set if the number was entered without separators and without a plus
 * sign.
 */
export type PhoneNumberProblem =
	/** The text can be read as several numbers, for example with and without a country code. */
	| { kind: 'ambiguous'; numbers: readonly string[]; digits?: string }
	/** The digits form a valid number only with a plus sign. */
	| { kind: 'noPlus'; number: string; digits?: string }
	/** The text looks like a national number, but no default country is set. */
	| { kind: 'noCountryCode'; digits?: string }
	/**
	 * The number isn't in the numbering plans, which may be outdated. `rejection` completes a sentence
	 * whose subject is the entered text. If the text has a plus sign, `compact` is the text without
	 * separators.
	 */
	| { kind: 'unknownNumber'; rejection: string; compact?: string; digits?: string }
	/** The text doesn't consist of exactly one phone number. */
	| { kind: 'notANumber'; rejection: string };

type ParsedPhoneNumber =
	| {
			kind: 'number';
			number: string;
			/** The international number that results from adding a plus sign to the digits. */
			numberWithPlus?: string;
	  }
	| PhoneNumberProblem;

/**
 * Parses a phone number. Digits without a plus sign belong to the default country. In the format
 * `digits`, they can also be an international number that the channel stored, so they are ambiguous
 * if both readings are valid. In other formats, they are never ambiguous, and `numberWithPlus`
 * contains the international number. Otherwise, all Chinese mobile numbers and every fifth US
 * number would be ambiguous.
 */
export function readPhoneNumber(
	text: string,
	{ format, defaultCountryCode }: PhoneNumberSettings,
): ParsedPhoneNumber {
	const entered = phoneNumberInText(text);
	if (entered.kind !== 'written') return entered;
	const { text: written, compact } = entered;

	// When calling from abroad, the 0 in +44 (0)20 isn't dialed. In some countries, however, it
	// belongs to the number.
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
	// Channels and spreadsheets store only digits, so formatted text such as (201) 871-2957 is a
	// national number.
	const isDigits = /^\d+$/.test(written);
	const mayBeStored = format === 'digits' && isDigits;
	// A stored number must never be changed to a different number. If the digits are also a valid
	// national number, they are ambiguous even if the international number lacks an area code.
	const accepted = dialed.length > 0 ? 'possible' : 'likely';
	const stored = mayBeStored ? storedNumbers(compact, accepted) : [];
	const parsed = only([...dialed, ...stored]);
	const withPlus = isDigits ? only(internationalNumbers(compact, false, 'complete')) : undefined;
	const plain = isDigits && { digits: compact };
	if (parsed?.kind === 'ambiguous') return { ...parsed, ...plain };
	if (parsed !== undefined) {
		const isOther = parsed.kind === 'number' && withPlus?.kind === 'number';
		return isOther && withPlus.number !== parsed.number
			? { ...parsed, numberWithPlus: withPlus.number }
			: parsed;
	}
	if (withPlus?.kind === 'number') return { kind: 'noPlus', number: withPlus.number, ...plain };
	if (isOldForm(`+${compact}`)) return { kind: 'noPlus', number: `+${compact}`, ...plain };
	if (withPlus !== undefined) return { ...withPlus, ...plain };
	if (plan === undefined) return { kind: 'noCountryCode', ...plain };
	const rejection = `is not a number of the country code +${plan.countryCode}`;
	return { kind: 'unknownNumber', rejection, ...plain };
}

function rejectionOf(internationalDigits: string): string {
	const plan = planAtStart(internationalDigits);
	return plan === undefined
		? 'has an unknown country code'
		: `has too few or too many digits for the country code +${plan.countryCode}`;
}

/**
 * Returns the number if there is only one candidate, or an ambiguity if there are several.
 *
 * @param candidates in E.164 format
 */
function only(candidates: readonly string[]): ParsedPhoneNumber | undefined {
	const numbers = [...new Set(candidates)];
	const [number, ...others] = numbers;
	if (number === undefined) return undefined;
	return others.length === 0 ? { kind: 'number', number } : { kind: 'ambiguous', numbers };
}

/**
 * The international numbers to accept. `complete` accepts numbers with all digits. `likely` also
 * accepts unknown ranges if all numbers of the country have the same length, because the plans lack
 * the newest ranges. `possible` accepts any possible length, even without an area code.
 */
type Accepted = 'complete' | 'likely' | 'possible';

/** @param digits the number, starting with the country code */
function internationalNumbers(
	digits: string,
	hasOptionalZero: boolean,
	accepted: Accepted,
): string[] {
	const plan = planAtStart(digits);
	if (plan === undefined) return [];
	const rest = digits.slice(plan.countryCode.length);
	const isNumber = accepted === 'possible' ? isPossibleNumber : isCompleteNumber;
	const numbers = nationalNumbers(plan, rest, hasOptionalZero, isNumber);
	if (numbers.length > 0 || accepted === 'complete') return numbers;
	const hasPrefix = rest.startsWith('0') || withoutPrefix(plan, rest) !== rest;
	const { lengths, possibleLengths } = plan;
	const isLong =
		accepted === 'possible'
			? possibleLengths.has(rest.length)
			: lengths.size === 1 && lengths.has(rest.length);
	return isLong && !hasPrefix ? [`+${digits}`] : [];
}

/** @param digits a number from a channel that stores numbers without a plus sign */
function storedNumbers(digits: string, accepted: Accepted): string[] {
	const stored = `+${digits}`;
	if (isOldForm(stored)) return [stored];
	return internationalNumbers(digits, false, accepted).filter((number) => number === stored);
}

/** @param digits a national number, with or without the national prefix */
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
 * @param digits the digits as dialed: a national number, a number with the country code, or a
 * number with an international prefix (00 or 011)
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
