import { numberingPlanData } from './numberingPlanData';

export interface NumberingPlan {
	countryCode: string;
	/** ISO 3166 country codes. Several countries can share a numbering plan. */
	countries: readonly string[];
	/** The lengths of fixed-line and mobile numbers, without the country code. */
	lengths: ReadonlySet<number>;
	/** The lengths of all numbers, including those without an area code. */
	possibleLengths: ReadonlySet<number>;
	/**
	 * Matches national numbers of any type, without the national prefix. It also matches some
	 * incomplete numbers.
	 */
	numbers: RegExp;
	/**
	 * Matches the known number ranges. If `lengths` has a single entry, this pattern covers only
	 * numbers of other lengths.
	 */
	validNumbers: RegExp | undefined;
	/** The national prefix, such as the first 0 in 07400 123456. */
	prefix: RegExp | undefined;
	/**
	 * The text that replaces the national prefix in some numbers, such as Argentine mobile numbers.
	 */
	replacement: string | undefined;
	/** The prefix for international calls, such as 011. Unset if the prefix is 00. */
	internationalPrefix: RegExp | undefined;
}

/** The maximum number of digits in an E.164 number. */
const maxDigits = 15;

const plans: ReadonlyMap<string, NumberingPlan> = new Map(
	numberingPlanData
		.trim()
		.split('\n')
		.map(parsePlan)
		.map((plan) => [plan.countryCode, plan]),
);

/** The country calling codes by ISO 3166 country code. */
export const countryCodes: ReadonlyMap<string, string> = new Map(
	[...plans.values()].flatMap(({ countries, countryCode }) =>
		countries.map((country) => [country, countryCode] as const),
	),
);

export function planOf(countryCode = ''): NumberingPlan | undefined {
	return plans.get(countryCode);
}

/**
 * Returns the numbering plan whose country code is at the start of the digits. No country code is a
 * prefix of another country code.
 */
export function planAtStart(digits: string): NumberingPlan | undefined {
	return [1, 2, 3].map((length) => planOf(digits.slice(0, length))).find(Boolean);
}

/**
 * Returns whether a national number has all its digits. Outside the known ranges, for example in
 * newly assigned ones, this is certain only if all numbers of the country have the same length.
 */
export function isCompleteNumber(plan: NumberingPlan, national: string): boolean {
	const isInKnownRange = plan.validNumbers?.test(national) === true;
	const isCompleteInAnyRange = plan.lengths.size === 1 && plan.lengths.has(national.length);
	return isPossibleNumber(plan, national) && (isInKnownRange || isCompleteInAnyRange);
}

/** Returns whether the number has a valid length and pattern, even if its area code is missing. */
export function isPossibleNumber(
	{ numbers, possibleLengths }: NumberingPlan,
	national: string,
): boolean {
	return possibleLengths.has(national.length) && numbers.test(national);
}

function parsePlan(row: string): NumberingPlan {
	const cells = row.split(' ').map((cell) => (cell === '-' ? undefined : cell));
	const [countryCode = '', countries, lengths = '', possibleLengths = '', ...patterns] = cells;
	const [numbers = '', validNumbers, prefix, replacement, internationalPrefix] = patterns;
	const maxLength = maxDigits - countryCode.length;
	return {
		countryCode,
		countries: countries?.split(',') ?? [],
		lengths: lengthsIn(lengths, maxLength),
		possibleLengths: lengthsIn(possibleLengths, maxLength),
		numbers: numbersMatching(numbers, maxLength),
		validNumbers: validNumbers === undefined ? undefined : numbersMatching(validNumbers, maxLength),
		prefix: atStart(prefix),
		replacement,
		internationalPrefix: atStart(internationalPrefix),
	};
}

function atStart(pattern: string | undefined): RegExp | undefined {
	return pattern === undefined ? undefined : new RegExp(`^(?:${pattern})`);
}

function lengthsIn(ranges: string, maxLength: number): ReadonlySet<number> {
	return new Set(
		ranges
			.split(',')
			.flatMap(numbersIn)
			.filter((length) => length <= maxLength),
	);
}

function numbersMatching(pattern: string, maxLength: number): RegExp {
	return new RegExp(`^(?!.{${String(maxLength + 1)}})(?:${pattern})$`);
}

/** @param range a length such as `7`, or a range such as `4-7` */
function numbersIn(range: string): number[] {
	const [first = 0, last = first] = range.split('-').map(Number);
	return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
