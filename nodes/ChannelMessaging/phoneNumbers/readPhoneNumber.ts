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

/** The reason why a text isn't exactly one phone number. All numbers are in E.164 format. */
export type PhoneNumberProblem =
	/** The text can be read as several phone numbers, such as with and without a country code. */
	| { kind: 'ambiguous'; numbers: readonly string[] }
	/** The digits are a phone number only if a plus sign is added. */
	| { kind: 'noPlus'; number: string }
	/** The digits can only be a national number, and there is no default country. */
	| { kind: 'noCountryCode' }
	/**
	 * The numbering plans contain no such number, but they may be outdated.
	 *
	 * `rejection` completes a sentence that starts with the entered text. `compact` is the entered
	 * text without separators. It is only set for text that starts with a plus sign.
	 */
	| { kind: 'unknownNumber'; rejection: string; compact?: string }
	/** The text contains something other than a single phone number. */
	| { kind: 'notANumber'; rejection: string };

type PhoneNumberReading =
	| {
			kind: 'number';
			number: string;
			/** A second possible number, if the same digits with a plus sign are another phone number. */
			numberWithPlus?: string;
	  }
	| PhoneNumberProblem;

/**
 * Digits without a plus sign are read as a number of the default country.
 *
 * In a channel with the format `digits`, they can also be an international number that was read
 * from the channel. The text is ambiguous if both readings are valid.
 *
 * In other channels, the text isn't ambiguous, and `numberWithPlus` is the international number.
 * Otherwise, all Chinese mobile numbers and every fifth US number would be ambiguous, because they
 * are also international numbers of other countries.
 */
export function readPhoneNumber(
	text: string,
	{ format, defaultCountryCode }: PhoneNumberSettings,
): PhoneNumberReading {
	const entered = writtenNumber(text);
	if (entered.kind !== 'written') return entered;
	const { text: written, compact } = entered;

	// In +44 (0)20, the 0 is a national prefix. In some countries, the 0 in parentheses is part of
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
	// A number from the channel or from a spreadsheet contains only digits, without separators. Text
	// such as (201) 871-2957 is a national number, and not one of another country.
	const isDigits = /^\d+$/.test(written);
	const mayBeStored = format === 'digits' && isDigits;
	// Digits that may be stored don't become another number, even if they lack an area code.
	const accepted = dialed.length > 0 ? 'possible' : 'likely';
	const stored = mayBeStored ? storedNumbers(compact, accepted) : [];
	const reading = only([...dialed, ...stored]);
	const withPlus = isDigits ? only(internationalNumbers(compact, false, 'complete')) : undefined;
	if (reading !== undefined) {
		const isOther = reading.kind === 'number' && withPlus?.kind === 'number';
		return isOther && withPlus.number !== reading.number
			? { ...reading, numberWithPlus: withPlus.number }
			: reading;
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
 * Returns `undefined` if there are no candidates.
 *
 * @param candidates possible phone numbers in E.164 format
 */
function only(candidates: readonly string[]): PhoneNumberReading | undefined {
	const numbers = [...new Set(candidates)];
	const [number, ...others] = numbers;
	if (number === undefined) return undefined;
	return others.length === 0 ? { kind: 'number', number } : { kind: 'ambiguous', numbers };
}

/**
 * Which numbers to accept. `complete`: no digit is missing. `likely`: complete, or in no known range
 * but as long as all of the country's numbers, because the numbering plans lack the newest ranges.
 * `possible`: any possible length, even without an area code.
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
	// After a country code, users often add a 0, even in countries without a national prefix. In other
	// countries, numbers start with 0.
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
	return internationalNumbers(digits, false, accepted).filter((number) => number === `+${digits}`);
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
