import { withoutInvisible } from './visibleText';

/** Letters that ICU compares like others, although they have no canonical decomposition. */
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
 * Returns the same text for texts that a person takes for equal: ignores case, accents, invisible
 * characters, compatibility variants such as full-width letters, and the kind and amount of white
 * space.
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
 * Returns the same text for names of custom fields that differ only in case, white space, `_`, `-`,
 * and invisible characters.
 */
export function foldedName(name: string): string {
	return (
		withoutInvisible(name)
			.normalize('NFKC')
			// Before the case changes, because a sigma at the end of a word has its own lower case.
			.replace(/[\s_-]+/g, '')
			.toLowerCase()
			.toUpperCase()
			.toLowerCase()
			.normalize('NFKC')
	);
}
