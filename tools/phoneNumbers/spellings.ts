import examples from 'libphonenumber-js/mobile/examples';
import metadata from 'libphonenumber-js/max/metadata';
import { getCountries, getExampleNumber, type PhoneNumber } from 'libphonenumber-js/max';

/** A common way to write phone numbers. */
interface Spelling {
	title: string;
	/** The minimum fraction of correctly normalized numbers. */
	minCorrectRatio: number;
	/** Whether the spelling needs a default country code. */
	isNational: boolean;
	/** Returns `undefined` if the spelling doesn't exist in the number's country. */
	write: (number: PhoneNumber) => string | undefined;
}

/** Returns the national part of the international format, such as `612 345 678`. */
const groups = (number: PhoneNumber) =>
	number.formatInternational().replace(`+${number.countryCallingCode}`, '').trim();

/** Returns the trunk prefix of the number's country, such as 0, or `undefined` if it has none. */
function nationalPrefix({ country }: PhoneNumber): string | undefined {
	const prefix: unknown = country === undefined ? 0 : metadata.countries[country]?.[5];
	return typeof prefix === 'string' ? prefix : undefined;
}

/** Returns the national format with alternating slashes, dots, and dashes instead of spaces. */
function withOtherSeparators(number: PhoneNumber): string {
	const separators = ['/', '.', '-'];
	const pieces = number.formatNational().split(' ');
	return pieces.reduce(
		(text, piece, index) => `${text}${separators[(index - 1) % separators.length] ?? ''}${piece}`,
	);
}

const spellings: readonly Spelling[] = [
	{
		title: '+34612345678',
		minCorrectRatio: 0.99,
		isNational: false,
		write: (number) => number.number,
	},
	{
		title: '+34 612 34 56 78',
		minCorrectRatio: 0.99,
		isNational: false,
		write: (number) => number.formatInternational(),
	},
	{
		title: '0034 612 34 56 78',
		minCorrectRatio: 0.99,
		isNational: false,
		write: (number) => number.formatInternational().replace('+', '00'),
	},
	{
		title: 'tel:+34612345678',
		minCorrectRatio: 0.99,
		isNational: false,
		write: (number) => number.getURI(),
	},
	{
		title: '+44 (0) 7400 123456',
		minCorrectRatio: 0.95,
		isNational: false,
		write: (number) => `+${number.countryCallingCode} (0) ${groups(number)}`,
	},
	{
		title: '+44 07400 123456',
		minCorrectRatio: 0.95,
		isNational: false,
		write(number) {
			const prefix = nationalPrefix(number);
			if (prefix === undefined) return undefined;
			return `+${number.countryCallingCode} ${prefix}${groups(number)}`;
		},
	},
	{
		title: '07400 123456, code 44',
		minCorrectRatio: 0.97,
		isNational: true,
		write: (number) => number.formatNational(),
	},
	{
		title: '07400/123.456, code 44',
		minCorrectRatio: 0.97,
		isNational: true,
		write: withOtherSeparators,
	},
	{
		title: '7400123456, code 44',
		minCorrectRatio: 0.97,
		isNational: true,
		write: (number) => number.nationalNumber,
	},
	{
		title: '447400123456, code 44',
		minCorrectRatio: 0.95,
		isNational: true,
		write: (number) => number.number.slice(1),
	},
];

/** Results for one spelling: the number of correct, rejected, and wrong normalizations. */
export interface SpellingCounts {
	title: string;
	correct: number;
	rejected: number;
	wrong: number;
}

/** Normalizes every country's example number in each spelling, and counts the results. */
export function countSpellings(
	normalize: (text: string, defaultCountryCode?: string) => string | undefined,
): Array<SpellingCounts & { minCorrectRatio: number }> {
	const numbers = getCountries().flatMap((country) => getExampleNumber(country, examples) ?? []);
	return spellings.map(({ title, minCorrectRatio, isNational, write }) => {
		const counts = { title, correct: 0, rejected: 0, wrong: 0, minCorrectRatio };
		for (const number of numbers) {
			const text = write(number);
			if (text === undefined) continue;
			const result = normalize(text, isNational ? number.countryCallingCode : undefined);
			if (result === number.number) counts.correct += 1;
			else if (result === undefined) counts.rejected += 1;
			else counts.wrong += 1;
		}
		return counts;
	});
}
