import { phoneNumberPlans } from './phoneNumberPlans';

/** How the numbers of a country code are written. */
export interface NumberingPlan {
	countryCode: string;
	/** The countries that share the code, as ISO 3166 codes. */
	countries: readonly string[];
	/** The lengths of fixed-line and mobile numbers, without the country code. */
	lengths: ReadonlySet<number>;
	/** Matches national numbers of every kind. */
	numbers: RegExp;
	/** Matches what is dialed before a number within the country, such as 0. */
	prefix: RegExp | undefined;
	/** Replaces a prefix whose last group matches, as in Argentina's mobile numbers. */
	replacement: string | undefined;
	/** Matches what is dialed before a country code, if that isn't 00. */
	internationalPrefix: RegExp | undefined;
}

/** Returns the plan of a country code, such as `34`. */
export function planOf(countryCode: string): NumberingPlan | undefined {
	return plans().get(countryCode);
}

/** Returns the plan whose country code the digits start with. No code is the start of another. */
export function planAtStart(digits: string): NumberingPlan | undefined {
	return [1, 2, 3].map((length) => planOf(digits.slice(0, length))).find(Boolean);
}

let codesByCountry: ReadonlyMap<string, string> | undefined;

/** Returns the country code of each country, by its ISO 3166 code. */
export function countryCodes(): ReadonlyMap<string, string> {
	codesByCountry ??= new Map(
		[...plans().values()].flatMap(({ countries, countryCode }) =>
			countries.map((country) => [country, countryCode] as const),
		),
	);
	return codesByCountry;
}

let parsedPlans: ReadonlyMap<string, NumberingPlan> | undefined;

function plans(): ReadonlyMap<string, NumberingPlan> {
	parsedPlans ??= new Map(
		phoneNumberPlans
			.trim()
			.split('\n')
			.map(parsePlan)
			.map((plan) => [plan.countryCode, plan]),
	);
	return parsedPlans;
}

function parsePlan(row: string): NumberingPlan {
	const cells = row.split(' ').map((cell) => (cell === '-' ? undefined : cell));
	const [countryCode = '', countries, lengths = '', numbers = '', ...optional] = cells;
	const [prefix, replacement, internationalPrefix] = optional;
	return {
		countryCode,
		countries: countries?.split(',') ?? [],
		lengths: new Set(lengths.split(',').flatMap(numbersOf)),
		numbers: new RegExp(`^(?:${numbers})$`),
		prefix: atStart(prefix),
		replacement,
		internationalPrefix: atStart(internationalPrefix),
	};
}

function atStart(pattern: string | undefined): RegExp | undefined {
	return pattern === undefined ? undefined : new RegExp(`^(?:${pattern})`);
}

/** Returns the numbers of a range such as `4-7`. */
function numbersOf(range: string): number[] {
	const [first = 0, last = first] = range.split('-').map(Number);
	return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
