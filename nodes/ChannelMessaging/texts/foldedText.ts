import { withoutInvisible } from './visibleText';

/**
 * Letters that ICU treats as equal to a base letter although they have no canonical decomposition.
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
 * Returns the same string for texts that look the same to people. Ignores case, accents, invisible
 * characters, compatibility variants such as full-width letters, and differences in white space.
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

/** Ignores case, white space, `_`, `-`, and invisible characters. */
export function foldedName(name: string): string {
	return (
		withoutInvisible(name)
			.normalize('NFKC')
			// Separators must be removed before the case changes, because a final sigma has its own lower
			// case.
			.replace(/[\s_-]+/g, '')
			.toLowerCase()
			.toUpperCase()
			.toLowerCase()
			.normalize('NFKC')
	);
}
