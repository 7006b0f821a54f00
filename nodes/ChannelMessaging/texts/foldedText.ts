import { withoutInvisible } from './visibleText';

/** ICU treats these as equal to a base letter, although they have no canonical decomposition. */
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
 * Equal for texts that look equal to a person. Ignores case, accents, invisible characters,
 * compatibility variants (full-width letters), and the kind and amount of white space.
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

/** For custom field names: ignores case, white space, `_`, `-`, and invisible characters. */
export function foldedName(name: string): string {
	return (
		withoutInvisible(name)
			.normalize('NFKC')
			// Before the case changes: a final sigma has its own lower case.
			.replace(/[\s_-]+/g, '')
			.toLowerCase()
			.toUpperCase()
			.toLowerCase()
			.normalize('NFKC')
	);
}
