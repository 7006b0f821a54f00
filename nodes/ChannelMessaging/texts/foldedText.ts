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
