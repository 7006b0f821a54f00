import { withAsciiDigits } from './asciiDigits';

/**
 * Letters that look like others in lower or upper case, each followed by the letter that replaces it.
 * People type them with the keyboard of another language, or copy them from another program.
 */
const lookAlikes = [
	// Cyrillic and Greek letters that look like Latin letters. The Greek mu isn't included, because it
	// means micro, as in 50 μg.
	...['аa', 'вb', 'еe', 'іi', 'јj', 'кk', 'мm', 'нh', 'оo', 'рp', 'сc', 'тt', 'уy', 'хx', 'ѕs'],
	...['αa', 'βb', 'εe', 'ζz', 'ηh', 'ιi', 'κk', 'νn', 'οo', 'ρp', 'τt', 'υy', 'χx'],
	// The percent sign of Arabic keyboards.
	'٪%',
	// The final form of the Greek sigma, which depends on the following character
	'ςσ',
	// Arabic, Persian, and Urdu forms of the same letters
	...['ىي', 'یي', 'کك', 'ةه', 'ەه', 'ہه', 'ھه'],
];

const replacements: ReadonlyMap<string, string> = new Map(
	lookAlikes.map(([letter = '', replacement = '']) => [letter, replacement]),
);

const replaced = new RegExp(`[${[...replacements.keys()].join('')}]`, 'g');

/** Matches the character that stretches Arabic words without changing them. */
const tatweel = /\u0640/g;

/**
 * Replaces letters that look like other letters, and replaces the digits of all scripts with ASCII
 * digits.
 *
 * @param text in lower case
 */
export function withoutLookAlikes(text: string): string {
	return withAsciiDigits(text)
		.replace(tatweel, '')
		.replace(replaced, (letter) => replacements.get(letter) ?? letter);
}
