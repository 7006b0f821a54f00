import { phoneNumberPlans } from './phoneNumberPlans';

export interface NumberingPlan {
	countryCode: string;
	/** The countries that share the country code, as ISO 3166 codes. */
	countries: readonly string[];
	/** The lengths of fixed-line and mobile numbers, without the country code. */
	lengths: ReadonlySet<number>;
	/** Matches all kinds of national numbers, without the national prefix. */
	numbers: RegExp;
	/** Matches the national prefix, such as the 0 in 07400 123456. */
	prefix: RegExp | undefined;
	/** Replaces the national prefix of some numbers, such as Argentina's mobile numbers. */
	replacement: string | undefined;
	/** Matches the prefix for international calls, such as 011. `undefined` if the prefix is 00. */
	internationalPrefix: RegExp | undefined;
}

/** The maximum number of digits of an E.164 number. */
const maxDigits = 15;

const plans: ReadonlyMap<string, NumberingPlan> = new Map(
	phoneNumberPlans
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

/** No country code is a prefix of another one. */
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

/** @param range such as `4-7` */
function numbersIn(range: string): number[] {
	const [first = 0, last = first] = range.split('-').map(Number);
	return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
