/**
 * Letters that ICU treats as equal to a base letter, although they have no canonical decomposition.
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

const collator = new Intl.Collator('en', { sensitivity: 'base' });

/** Japanese marks that change a consonant. ICU ignores these marks. */
const soundMarks = ['\u3099', '\u309A'];

/** Matches marks, except those of mathematical signs and the breve of Й, which isn't И. */
const removableMark = /(?<!\p{Sm})(?<![Ии](?=\u0306))\p{M}/gu;

/**
 * Keeps combining marks that change the letter, such as the vowel signs of Hindi and Thai. Also
 * keeps the marks of mathematical signs, because `≠` isn't `=`.
 */
export function withoutMarks(text: string): string {
	const marks = [...new Set(text.match(/\p{M}/gu))];
	const ignored = new Set(
		marks.filter((mark) => collator.compare(mark, '') === 0 && !soundMarks.includes(mark)),
	);
	return text.replace(removableMark, (mark) => (ignored.has(mark) ? '' : mark));
}

/**
 * Replaces letters with their base letters.
 *
 * @param text in upper case, decomposed (NFKD)
 */
export function withoutAccents(text: string): string {
	return withoutMarks(text).replace(/[ÆŒØĐÐĦŁ]/g, (letter) => baseLetters[letter] ?? letter);
}
