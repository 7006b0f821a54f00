import { withoutInvisible } from './visibleText';

/** Letters that ICU compares like others, although they have no canonical decomposition. */
const baseLetters: Readonly<Record<string, string>> = {
	Æ: 'AE',
	Œ: 'OE',
	Ø: 'O',
	Đ: 'D',
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
		.toUpperCase()
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/[ÆŒØĐĦŁ]/g, (letter) => baseLetters[letter] ?? letter)
		.toLowerCase()
		.replace(/\s+/g, ' ')
		.trim();
}

/**
 * Returns the same text for names of custom fields that differ only in case, white space, `_`, `-`,
 * and invisible characters.
 */
export function foldedName(name: string): string {
	return withoutInvisible(name)
		.normalize('NFKC')
		.toUpperCase()
		.toLowerCase()
		.replace(/[\s_-]+/g, '');
}
