import { numberingPlanData } from './numberingPlanData';

export interface NumberingPlan {
	countryCode: string;
	/** ISO 3166 codes of all countries with this calling code. */
	countries: readonly string[];
	/** The valid lengths of fixed-line and mobile numbers, without the country code. */
	lengths: ReadonlySet<number>;
	/** Matches national numbers of any kind, without the national prefix. */
	numbers: RegExp;
	/** Matches the national prefix, such as the first 0 in 07400 123456. */
	prefix: RegExp | undefined;
	/** Replaces the national prefix in some numbers, such as mobile numbers in Argentina. */
	replacement: string | undefined;
	/**
	 * Matches the prefix for international calls, such as 011. `undefined` if the international
	 * prefix is 00.
	 */
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

/** Maps ISO 3166 country codes, such as `ES`, to calling codes, such as `34`. */
export const countryCodes: ReadonlyMap<string, string> = new Map(
	[...plans.values()].flatMap(({ countries, countryCode }) =>
		countries.map((country) => [country, countryCode] as const),
	),
);

export function planOf(countryCode = ''): NumberingPlan | undefined {
	return plans.get(countryCode);
}

/** At most one country code matches, because no country code is a prefix of another. */
export function planAtStart(digits: string): NumberingPlan | undefined {
	return [1, 2, 3].map((length) => planOf(digits.slice(0, length))).find(Boolean);
}

function parsePlan(row: string): NumberingPlan {
	const cells = row.split(' ').map((cell) => (cell === '-' ? undefined : cell));
	const [countryCode = '', countries, lengths = '', numbers = '', ...optional] = cells;
	const [prefix, replacement, internationalPrefix] = optional;
	const maxLength = maxDigits - countryCode.length;
	return {
		countryCode,
		countries: countries?.split(',') ?? [],
		lengths: new Set(
			lengths
				.split(',')
				.flatMap(numbersIn)
				.filter((length) => length <= maxLength),
		),
		numbers: new RegExp(`^(?!.{${String(maxLength + 1)}})(?:${numbers})$`),
		prefix: atStart(prefix),
		replacement,
		internationalPrefix: atStart(internationalPrefix),
	};
}

function atStart(pattern: string | undefined): RegExp | undefined {
	return pattern === undefined ? undefined : new RegExp(`^(?:${pattern})`);
}

/** @param range one length or a range of lengths, such as `4-7` */
function numbersIn(range: string): number[] {
	const [first = 0, last = first] = range.split('-').map(Number);
	return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
