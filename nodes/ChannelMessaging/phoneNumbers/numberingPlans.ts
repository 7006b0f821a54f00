import { numberingPlanData } from './numberingPlanData';

export interface NumberingPlan {
	countryCode: string;
	/** ISO 3166 codes. Several countries can share a plan. */
	countries: readonly string[];
	/** Lengths of fixed-line and mobile numbers, without the country code. */
	lengths: ReadonlySet<number>;
	/** Lengths of all numbers, including those without an area code. */
	possibleLengths: ReadonlySet<number>;
	/**
	 * National numbers of any type, without the national prefix. Also matches some numbers with
	 * missing digits.
	 */
	numbers: RegExp;
	/** Known number ranges. If `lengths` has a single entry, only covers numbers of other lengths. */
	validNumbers: RegExp | undefined;
	/** E.g. the first 0 of 07400 123456. */
	prefix: RegExp | undefined;
	/** Replaces the national prefix in some numbers, e.g. in Argentine mobile numbers. */
	replacement: string | undefined;
	/** E.g. 011. Unset for the usual 00. */
	internationalPrefix: RegExp | undefined;
}

/** The longest number that E.164 allows. */
const maxDigits = 15;

const plans: ReadonlyMap<string, NumberingPlan> = new Map(
	numberingPlanData
		.trim()
		.split('\n')
		.map(parsePlan)
		.map((plan) => [plan.countryCode, plan]),
);

/** Calling codes by ISO 3166 country code. */
export const countryCodes: ReadonlyMap<string, string> = new Map(
	[...plans.values()].flatMap(({ countries, countryCode }) =>
		countries.map((country) => [country, countryCode] as const),
	),
);

export function planOf(countryCode = ''): NumberingPlan | undefined {
	return plans.get(countryCode);
}

/** No country code is a prefix of another one. */
export function planAtStart(digits: string): NumberingPlan | undefined {
	return [1, 2, 3].map((length) => planOf(digits.slice(0, length))).find(Boolean);
}

/**
 * Whether a national number has all its digits. In unknown ranges (newly assigned, fictional), that
 * is only certain if all of the country's numbers have the same length.
 */
export function isCompleteNumber(plan: NumberingPlan, national: string): boolean {
	const isInKnownRange = plan.validNumbers?.test(national) === true;
	const isCompleteInAnyRange = plan.lengths.size === 1 && plan.lengths.has(national.length);
	return isPossibleNumber(plan, national) && (isInKnownRange || isCompleteInAnyRange);
}

/** Also accepts numbers whose area code is missing. */
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

/** @param range `7` or `4-7` */
function numbersIn(range: string): number[] {
	const [first = 0, last = first] = range.split('-').map(Number);
	return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
