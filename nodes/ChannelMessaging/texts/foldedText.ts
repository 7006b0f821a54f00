import { withoutAccents, withoutMarks } from './accents';
import { normalized } from './normalized';
import { withoutInvisible } from './visibleText';

/** Word processors and phones replace apostrophes, quotation marks, and hyphens while people type. */
const replacedWhileTyping: ReadonlyArray<[characters: RegExp, typed: string]> = [
	[/[\u2018-\u201B\u02B9\u02BC\u00B4\u2032]/g, "'"],
	[/[\u201C-\u201F\u2033]/g, '"'],
	[/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, '-'],
];

function asTyped(text: string): string {
	return replacedWhileTyping.reduce(
		(result, [characters, typed]) => result.replace(characters, typed),
		text,
	);
}

/** Matches the skin tone of an emoji. */
const skinTone = /(?<=\p{Emoji_Modifier_Base})\p{Emoji_Modifier}/gu;

/**
 * Returns the same string for texts that look the same to people. Ignores case, accents, invisible
 * characters, skin tones, compatibility variants such as full-width letters, differences in white
 * space, and the form of apostrophes, quotation marks, and hyphens.
 */
export function folded(text: string): string {
	const visible = withoutInvisible(text);
	const isAscii = !/[^\0-\x7F]/.test(visible);
	const letters = isAscii ? visible.toLowerCase() : foldedLetters(visible);
	return letters.replace(/\s+/g, ' ').trim();
}

function foldedLetters(text: string): string {
	const decomposed = asTyped(normalized(asTyped(text.replace(skinTone, '')), 'NFKD'));
	const upperCase = withoutMarks(decomposed).toLowerCase().toUpperCase();
	return withoutAccents(normalized(upperCase, 'NFKD')).toLowerCase();
}
