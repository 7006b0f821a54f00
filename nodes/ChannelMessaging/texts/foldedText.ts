import { withoutInvisible } from './visibleText';

/**
 * Base letters that ICU considers equal to these letters, which have no canonical decomposition.
 */
const baseLetters: Readonly<Record<string, string>> = {
	Æ: 'AE',
	Œ: 'OE',
	Ø: 'O',
	Đ: 'D',
	Ð: 'D',
	Ħ: 'H',
	Ł: 'L',
};

/**
 * Normalizes text, so that texts that look equal to a person become the same. Ignores case,
 * accents, invisible characters, compatibility variants such as full-width letters, and the type
 * and amount of white space.
 */
export function folded(text: string): string {
	return withoutInvisible(text)
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.toUpperCase()
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/[ÆŒØĐÐĦŁ]/g, (letter) => baseLetters[letter] ?? letter)
		.toLowerCase()
		.replace(/\s+/g, ' ')
		.trim();
}

/**
 * Normalizes a custom field's name. Ignores case, white space, `_`, `-`, and invisible characters.
 */
export function foldedName(name: string): string {
	return (
		withoutInvisible(name)
			.normalize('NFKC')
			// Must happen before the case changes, because a sigma at the end of a word has its own
			// lower case.
			.replace(/[\s_-]+/g, '')
			.toLowerCase()
			.toUpperCase()
			.toLowerCase()
			.normalize('NFKC')
	);
}
