import examples from 'libphonenumber-js/mobile/examples';
import metadata from 'libphonenumber-js/max/metadata';
import { getCountries, getExampleNumber, type PhoneNumber } from 'libphonenumber-js/max';

/** How people write a phone number. */
interface Spelling {
	title: string;
	/** The smallest accepted share of correctly read numbers. */
	minRightShare: number;
	/** Whether it needs a default country code. */
	isNational: boolean;
	/** Returns `undefined` if the spelling doesn't exist in the number's country. */
	write: (number: PhoneNumber) => string | undefined;
}

/** The international number in groups, such as `612 345 678`. */
const groups = (number: PhoneNumber) =>
	number.formatInternational().replace(`+${number.countryCallingCode}`, '').trim();

/** The prefix that is dialed within the number's country, if it has one. */
function nationalPrefix({ country }: PhoneNumber): string | undefined {
	const prefix: unknown = country === undefined ? 0 : metadata.countries[country]?.[5];
	return typeof prefix === 'string' ? prefix : undefined;
}

/** The national number with slashes, dots, and dashes in place of spaces, by turns. */
function withOtherSeparators(number: PhoneNumber): string {
	const separators = ['/', '.', '-'];
	const pieces = number.formatNational().split(' ');
	return pieces.reduce(
		(text, piece, index) => `${text}${separators[(index - 1) % separators.length] ?? ''}${piece}`,
	);
}

/** The spellings of the acceptance criteria, and digits that start with the country code. */
const spellings: readonly Spelling[] = [
	{
		title: '+34612345678',
		minRightShare: 0.99,
		isNational: false,
		write: (number) => number.number,
	},
	{
		title: '+34 612 34 56 78',
		minRightShare: 0.99,
		isNational: false,
		write: (number) => number.formatInternational(),
	},
	{
		title: '0034 612 34 56 78',
		minRightShare: 0.99,
		isNational: false,
		write: (number) => number.formatInternational().replace('+', '00'),
	},
	{
		title: 'tel:+34612345678',
		minRightShare: 0.99,
		isNational: false,
		write: (number) => number.getURI(),
	},
	{
		title: '+44 (0) 7400 123456',
		minRightShare: 0.95,
		isNational: false,
		write: (number) => `+${number.countryCallingCode} (0) ${groups(number)}`,
	},
	{
		title: '+44 07400 123456',
		minRightShare: 0.95,
		isNational: false,
		write(number) {
			const prefix = nationalPrefix(number);
			if (prefix === undefined) return undefined;
			return `+${number.countryCallingCode} ${prefix}${groups(number)}`;
		},
	},
	{
		title: '07400 123456, code 44',
		minRightShare: 0.97,
		isNational: true,
		write: (number) => number.formatNational(),
	},
	{
		title: '07400/123.456, code 44',
		minRightShare: 0.97,
		isNational: true,
		write: withOtherSeparators,
	},
	{
		title: '7400123456, code 44',
		minRightShare: 0.97,
		isNational: true,
		write: (number) => number.nationalNumber,
	},
	{
		title: '447400123456, code 44',
		minRightShare: 0.95,
		isNational: true,
		write: (number) => number.number.slice(1),
	},
];

/** How many examples a spelling turns into their number, into none, and into another. */
export interface SpellingCounts {
	title: string;
	right: number;
	rejected: number;
	wrong: number;
}

/** Counts the results of `normalize` for every country's example in each spelling. */
export function countSpellings(
	normalize: (text: string, defaultCountryCode?: string) => string | undefined,
): Array<SpellingCounts & { minRightShare: number }> {
	const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);
	return spellings.map(({ title, minRightShare, isNational, write }) => {
		const counts = { title, right: 0, rejected: 0, wrong: 0, minRightShare };
		for (const number of numbers) {
			const text = write(number);
			if (text === undefined) continue;
			const result = normalize(text, isNational ? number.countryCallingCode : undefined);
			if (result === number.number) counts.right += 1;
			else if (result === undefined) counts.rejected += 1;
			else counts.wrong += 1;
		}
		return counts;
	});
}
